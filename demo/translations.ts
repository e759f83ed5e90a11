import { defaultCopy } from '#copy/default-copy.ts'
import { db } from '#db/client.ts'
import { classes } from './classes.ts'
import { facts } from './club-settings.ts'

// The demo club's own words in German. Classes keep their names.

const headlines = ['Deine Stunde. Dein Trainer.', 'Eine halbe Stunde nichts.', 'Samstags wird geboxt.']
const taglines = [
  'Wähle deinen Trainer, wähle deine Stunde, behalte sie einen Monat lang.',
  'Unser leisester Kurs, und der schwerste. Socken an, Schuhe an der Tür.',
  'Bis Weihnachten auch für Anfänger. Handschuhe liegen an der Tür.',
]
const points = [
  'Stark genug für dein Leben, und ein bisschen darüber. Wir zählen gehaltene Stunden, nicht verlorene Kilos.',
  'Ein Trainer, ein Mitglied, eine Stunde. Deine nächste Einheit steht, bevor du geduscht hast.',
  'Hier hält man sich Räder frei und gegenseitig die Füße, und streitet im Forum über den Kaffee.',
]
const serviceNames = [
  'Krafttraining',
  'Ausdauer',
  'Yoga',
  'Intervalltraining',
  'Meditation',
  'Körperformung',
  'Spinning',
  'Functional Training',
  'Pilates',
  'CrossFit',
]
const serviceLines = [
  'Beugen, drücken, ziehen. Fünf an jedem Gestell, bei jedem wird angeleitet.',
  'Rudergerät, Seil und Laufbahn: vierzig gleichmäßige Minuten.',
  'Ruhiges Yoga um sieben, bei offenen Fenstern.',
  'Zwanzig harte Minuten. Danach liegst du auf dem Boden.',
  'Eine halbe Stunde still sitzen. Schwerer, als es klingt.',
  'Leichte Gewichte, viele Wiederholungen, sauber ausgeführt.',
  'Zwanzig Räder im Dunkeln und gute Musik.',
  'Tragen, heben, greifen: was ein ganz normaler Tag von dir verlangt.',
  'Federn, Gurte und ein Blick, dem nichts entgeht.',
  'Jeden Morgen ein neues Programm. Fertig wird hier niemand allein.',
]
const atTheDoor =
  'Auch an Feiertagen. Solange die Tür offen ist, ist der Empfang besetzt. Komm zehn Minuten vor deiner ersten Stunde: Wir zeigen dir die Umkleiden, den Wasserkocher und den Weg hinaus. Flasche, Schuh oder Ring verloren? Die Kiste steht hinter dem Empfang, einen Monat lang.'
const about = `# Woher der Name kommt
In der antiken Stadt war die Palästra ein quadratischer Hof, in dem trainiert und mindestens ebenso viel geredet wurde. Unser Zeichen ist dieser Hof mit einem Punkt darin. Der Punkt ist ein Mensch. Um etwas anderes ging es hier nie.

# Wer hier trainiert
Menschen, die stemmen, Menschen, die noch nie gestemmt haben, Menschen, die der Arzt geschickt hat und die aus Trotz geblieben sind. In den ersten zehn Minuten trägt niemand Kopfhörer. Irgendwer hält dir ein Rad frei, hält dir die Füße und hat eine Meinung zum Kaffee.

# Wie die Plakate an die Wände kamen
Jede Disziplin hat ein Plakat aus ihrer eigenen Geometrie: Hantelscheiben als Ringe, ein Spinningkurs als Bögen, Yoga als eine Linie. Sie hängen auf der ersten Seite, und der Punkt auf jedem ist die Person, die trainiert.`

const descriptions: Record<string, string> = {
  'The Open Board':
    'Jeden Mittwoch eine neue Tafel, mit Kreide geschrieben, zehn Minuten vor dem Anfang: Vorbereiten kann sich niemand.\n\nFünf Stationen, fünf Personen, je fünf Minuten. Tauschen darfst du mit der Person neben dir, wenn ihr beide wollt. In den letzten fünf Minuten wischen wir die Kreide überall ab.',
  'Long Road, Short Breath':
    'Rudergerät, Seil und Laufbahn in vierzig gleichmäßigen Minuten. Dario gibt mit dem Metronom das Tempo vor, und in den ersten zehn darfst du reden.\n\nDas Ziel ist ein Puls, den du halten kannst, nicht einer zum Angeben. Bring ein Handtuch mit und eine Zahl, die du um eins schlagen willst.',
  Shapes:
    'Leichte Gewichte, viele Wiederholungen, sauber ausgeführt. Erst die eine Seite, dann die andere, dann beide, und in der Pause erklärt Samira, was du gerade gespürt hast.\n\nHier wiegt nichts mehr als vier Kilo. Am Ende fühlt es sich anders an.',
  'Ten Minutes Hard':
    'Zweimal zehn Minuten mit einer langen Pause dazwischen. Kurze Arbeit, alles auf einmal, und danach liegst du mit allen anderen auf dem Boden.\n\nBist du neu, mach nur den ersten Block und sieh beim zweiten zu. Das ist der halbe Spaß.',
  'Half an Hour of Nothing':
    'Dreißig Minuten still sitzen in einem ruhigen Raum. Lena spricht am Anfang und am Ende; dazwischen ist nur das Haus zu hören.\n\nStühle, Kissen und Decken sind da. Handys bleiben im Flur, im Korb.',
  'Reformer Room':
    'Sechs Geräte, sechs Personen. Federn und Gurte, und ein Blick, dem nichts entgeht.\n\nKomm beim ersten Mal zehn Minuten früher, damit wir das Gerät auf deine Größe einstellen. Socken mit Noppen liegen im Schrank.',
  'Barbell Basics':
    'Beugen, drücken, ziehen, angefangen mit der leeren Stange. Vier Wochen lang dieselben drei Übungen, bis sie im Dunkeln sitzen.\n\nFünf Personen an einem Gestell, Mira bei jeder der Reihe nach. Du schreibst auf, was du gehoben hast; sie führt das Buch.',
  'Hips and Shoulders':
    'Die vier Gelenke, die das Sitzen nimmt, kommen eins nach dem anderen zurück. Langsame Kreise, langes Halten, keine Musik.\n\nGut vor allem Schweren, und noch besser nach einer Woche am Schreibtisch.',
  'Kettlebell Club':
    'Tragen, heben, greifen: was ein normaler Tag verlangt, mit einem Gewicht in der Hand. Die Kugel geht hoch, die Kugel kommt herunter, fallen lässt sie niemand.\n\nWir fangen mit acht Kilo an und bleiben länger dabei, als dir lieb ist.',
  'Sunrise Flow':
    'Ruhiges Yoga um sieben, bei offenen Fenstern. Eine Stunde, die im Liegen anfängt und im Stehen aufhört: die richtige Reihenfolge für einen Morgen.\n\nMatten sind da. Danach gibt es Tee, für alle, die bleiben.',
  'Night Ride':
    'Zwanzig Räder im Dunkeln und gute Musik. Drei Anstiege, zwei Sprints und eine lange flache Strecke, auf der niemand spricht.\n\nWer zuerst sitzt, hat das Rad. Klickschuhe passen, Turnschuhe auch.',
  'Southpaw Saturday':
    'Die andere Hand ist dran. Neunzig Sekunden am Stück boxt du verkehrt herum, und ab der dritten Runde ist es nur noch andersherum.\n\nWir beginnen mit Seil und Schattenboxen vor den Spiegeln, dann sechs Runden Pratzen zu zweit. Jonas hält einmal für jeden. Gekämpft wird nur, wenn beide es wollen, und Punkte zählt niemand.\n\nBring flache Schuhe und etwas zu trinken mit. Handschuhe und Bandagen liegen im Schrank an der Tür, in jeder Größe, freitags gewaschen. Hast du noch nie geboxt, sag es am Anfang; dafür ist die erste Reihe da.',
}
const offers: Record<string, string> = {
  'Ten classes': 'Zehn Kurse',
  'One class': 'Ein Kurs',
  'Gift card': 'Gutschein',
  'First class': 'Erster Kurs',
  '8 classes a month': '8 Kurse im Monat',
  'As many as you like': 'So viele, wie du willst',
}

/** Saves the demo club's own words in German. */
export async function seedTranslations(): Promise<void> {
  const pairs = [
    ...pairUp([...facts.headlines, ...facts.taglines], [...headlines, ...taglines]),
    ...pairUp(defaultCopy.points, points),
    ...pairUp(defaultCopy.serviceNames, serviceNames),
    ...pairUp(defaultCopy.serviceLines, serviceLines),
    ...pairUp([facts.atTheDoor, facts.about], [atTheDoor, about]),
    ...classes.flatMap(({ title, description }): Pair[] => [
      [title, title],
      [description, descriptions[title]],
    ]),
    ...Object.entries(offers),
  ]
  await db
    .insertInto('translations')
    .values(pairs.flatMap(([source, words]) => (words ? [{ language: 'de', source, words }] : [])))
    .onConflict((same) => same.columns(['language', 'sourceKey']).doNothing())
    .execute()
}

type Pair = [source: string, words: string | undefined]

const pairUp = (sources: readonly string[], words: readonly string[]): Pair[] =>
  sources.map((source, index) => [source, words[index]])
