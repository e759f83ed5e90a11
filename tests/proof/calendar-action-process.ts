// Runs one calendar action and is killed before one of its statements. Arguments: database URL, action, its input,
// the statement (its number or beginning), `--without-transaction`.
import pg from 'pg'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { closeJobs, openJobs } from '#platform/jobs.ts'
import { useSandbox } from '#tests/factories.ts'
import { calendarActions } from './calendar-actions.ts'

const [url = '', name = '', input = '', last = '', control] = process.argv.slice(2)
const before = JSON.parse(last) as number | string
openDatabase(url)
await openJobs()
useSandbox()

let asked = 0
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  const [statement] = words as [string | { text: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  asked += 1
  if (typeof before === 'string' ? text.startsWith(before) : asked === before)
    process.kill(process.pid, 'SIGKILL')
  // without a transaction, for a control
  if (control && (text === 'begin' || text === 'commit')) words = ['select']
  return Reflect.apply(query, this, words)
} as typeof query

await calendarActions[name]!.carryOut(JSON.parse(input))
await closeJobs()
await closeDatabase()
