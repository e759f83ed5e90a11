/**
 * Currencies with a hundred parts to a unit, as the card processor charges them. A list of our own, because Intl knows
 * other decimals in other versions of Node.
 */

/** Inclusive bounds of a monthly price, in hundredths. */
export type PriceBounds = { least: number; most: number }

/** Bounds by about what a unit is worth: a dollar, a quarter, a tenth, a hundredth, a thousandth and less. */
const groups: [PriceBounds, string][] = [
  [
    { least: 50, most: 1_000_000 },
    'aud awg azn bam bbd bmd bnd brl bsd byn bzd cad chf cny eur fjd fkp gbp gel ghs gip ils kyd nzd pab pen pgk sbd sgd shp top usd wst xcd xcg',
  ],
  [{ least: 200, most: 2_500_000 }, 'aed bob myr pln qar ron sar'],
  [
    { least: 500, most: 10_000_000 },
    'bwp dkk egp gtq hkd hnl lsl mad mdl mop mvr mxn nad nio nok scr sek srd szl thb tjs try ttd twd uah zar zmw',
  ],
  [
    { least: 5_000, most: 90_000_000 },
    'afn all amd bdt cve czk dop dzd etb gmd htg inr jmd kes kgs kzt lrd mkd mru mur mzn npr php pkr rsd rub stn uyu yer',
  ],
  [{ least: 50_000, most: 90_000_000 }, 'aoa ars cdf crc gyd huf khr lkr mmk mnt mwk ngn sle sos tzs uzs'],
  [{ least: 500_000, most: 90_000_000 }, 'cop idr lak lbp'],
]

/** Least charges that the card processor documents. */
const leastCharges: Record<string, number> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
}

const boundsByCurrency = new Map(
  groups.flatMap(([bounds, codes]) =>
    codes
      .split(' ')
      .map((code): [string, PriceBounds] => [code, { ...bounds, least: leastCharges[code] ?? bounds.least }]),
  ),
)

/** Codes of the currencies that a club can choose, such as `eur`. */
export const currencyCodes: readonly string[] = [...boundsByCurrency.keys()]

/** Whether a club can choose the currency: amounts are stored in hundredths. */
export const hasCents = (currency: string): boolean => boundsByCurrency.has(currency)

/** Returns the bounds of a price. A currency that is no longer in the list has those of the dollar. */
export const priceBounds = (currency: string): PriceBounds =>
  boundsByCurrency.get(currency) ?? { least: 50, most: 1_000_000 }
