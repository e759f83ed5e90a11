import { t } from '#messages/t.ts'

/** What a column of an imported file can be, with its name on screens. */
export const importFields = {
  get number() {
    return t('importFields.number')
  },
  get firstName() {
    return t('importFields.firstName')
  },
  get lastName() {
    return t('importFields.lastName')
  },
  get name() {
    return t('importFields.name')
  },
  get email() {
    return t('form.email')
  },
  get telephone() {
    return t('importFields.telephone')
  },
  get birthDate() {
    return t('importFields.birthDate')
  },
  get street() {
    return t('importFields.street')
  },
  get postcode() {
    return t('importFields.postcode')
  },
  get city() {
    return t('importFields.city')
  },
  get country() {
    return t('importFields.country')
  },
  get emergencyContact() {
    return t('importFields.emergencyContact')
  },
  get salutation() {
    return t('importFields.salutation')
  },
  get language() {
    return t('importFields.language')
  },
  get tags() {
    return t('importFields.tags')
  },
  get note() {
    return t('importFields.note')
  },
  get membership() {
    return t('importFields.membership')
  },
  get runsUntil() {
    return t('importFields.paidUntil')
  },
  get creditsLeft() {
    return t('importFields.creditsLeft')
  },
  get price() {
    return t('importFields.price')
  },
  get nextChargeOn() {
    return t('importFields.nextChargeOn')
  },
  get trainer() {
    return t('importFields.trainer')
  },
  get consentOn() {
    return t('importFields.consentOn')
  },
  get consentOrigin() {
    return t('importFields.consentOrigin')
  },
} as const
export type ImportField = keyof typeof importFields

export const dayFields = ['birthDate', 'runsUntil', 'nextChargeOn', 'consentOn'] as const
export const amountFields = ['price'] as const
/** Fields whose values are matched once each. */
export const matchedFields = ['membership', 'trainer', 'salutation'] as const
export type MatchedField = (typeof matchedFields)[number]
/** Fields that several columns may be: their values are joined. */
export const repeatedFields: readonly ImportField[] = ['note', 'tags', 'street', 'emergencyContact']

/** Headings of each field in English and German, without spaces, signs and accents. */
const knownHeadings: Record<ImportField, string> = {
  number:
    'number id memberid membernumber memberno clientid customerid customernumber rssid barcode barcodeid subscriptionid ' +
    'nr nummer mitgliedsnummer mitgliednr mitglnr mglnr kundennummer kundennr vertragsnummer vertragsnr',
  firstName: 'firstname givenname forename first vorname rufname',
  lastName: 'lastname surname familyname last nachname familienname zuname',
  name: 'name fullname membername clientname customername displayname mitglied kunde vollstandigername vorundnachname',
  email: 'email mail emailaddress emailadresse mailadresse useremail',
  telephone:
    'phone telephone mobile mobilephone cellphone cell phonenumber homephone workphone ' +
    'telefon telefonnummer tel handy handynummer mobil mobilnummer mobiltelefon festnetz',
  birthDate:
    'birthdate birthday dateofbirth dob born geburtsdatum geburtstag geboren geboren am gebdatum geb',
  street:
    'street address address1 address2 addressline1 addressline2 streetaddress strasse strassenr strassehausnr anschrift adresse hausnummer',
  postcode: 'postcode postalcode zip zipcode plz postleitzahl',
  city: 'city town ort stadt wohnort',
  country: 'country land state region staat',
  emergencyContact:
    'emergencycontact emergencycontactname emergencycontactphone emergencyphone notfallkontakt notfalltelefon notfallnummer notfall',
  salutation: 'salutation title gender sex prefix anrede geschlecht',
  language: 'language locale sprache',
  tags: 'tags tag labels groups gruppe gruppen schlagworte kategorie',
  note: 'note notes comment comments remark remarks memo customernote bemerkung bemerkungen notiz notizen kommentar hinweis',
  membership:
    'membership membershipname membershiptype plan planname pricingoption contract contractname product productname ' +
    'item lineitem subscription lineitems vertrag vertragsart tarif mitgliedschaft beitragsart produkt abo karte',
  runsUntil:
    'expirationdate expirydate expires enddate validuntil until paiduntil membershipend contractend ' +
    'vertragsende laufzeitende endetvertrag ende gultigbis bezahltbis ablaufdatum kundigungzum',
  creditsLeft:
    'remaining remainingvisits visitsremaining remainingclasses credits creditsleft sessionsleft classesleft ' +
    'resteinheiten rest restguthaben resttermine einheiten guthaben',
  price:
    'price amount fee monthlyfee total recurringtotal ordertotal recurringamount preis beitrag monatsbeitrag betrag summe',
  nextChargeOn:
    'nextpayment nextpaymentdate nextbilling nextbillingdate nextchargedate nextdue nachstezahlung nachsteabbuchung faelligam falligam nachstefalligkeit',
  trainer: 'trainer coach staff instructor trainername betreuer ubungsleiter',
  consentOn:
    'newsletter newslettersince newsletterdate optin optindate optintime marketingconsent marketingoptin subscribedat emailoptin emailoptindate newsletteroptin newsletteroptindate ' +
    'newsletterseit newsletterab einwilligung einwilligungvom werbeeinwilligung',
  consentOrigin:
    'optinsource consentsource consentorigin newsletterorigin newsletterquelle herkunft einwilligungquelle',
}

const fieldOfHeading = new Map(
  Object.entries(knownHeadings).flatMap(([field, headings]) =>
    headings.split(' ').map((heading) => [heading, field as ImportField] as const),
  ),
)

/** Columns that are never brought in, such as accounts and cards: a mandate is given to the club anew. */
const refusedHeading =
  /iban|bic$|kontonummer|bankleitzahl|cardnumber|cardtoken|paymentmethodid|stripe|mandat|password|passwort/

/** A heading without case, spaces, signs and accents. */
export const simplifyHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

/** Whether a column holds what is never brought in. */
export const isRefusedHeading = (heading: string): boolean => refusedHeading.test(simplifyHeading(heading))

/** Returns the field of a heading; null if none is known. */
export function recogniseHeading(heading: string): ImportField | null {
  const simple = simplifyHeading(heading)
  if (refusedHeading.test(simple)) return null
  const bare = simple.replace(/^(billing|customer|client|member|mitglied)/, '')
  return fieldOfHeading.get(simple) ?? fieldOfHeading.get(bare) ?? null
}

/** Returns the field of each column. A field that only one column may be is that of the first. */
export function recogniseHeadings(headings: readonly string[]): (ImportField | null)[] {
  const used = new Set<ImportField>()
  const fields = headings.map((heading) => {
    const field = recogniseHeading(heading)
    if (field === null || (used.has(field) && !repeatedFields.includes(field))) return null
    used.add(field)
    return field
  })
  // a number of something else, beside a member's own, is an earlier column such as an order's
  return used.has('firstName') || used.has('lastName')
    ? fields.map((each) => (each === 'name' ? null : each))
    : fields
}
