import { describeTable, oneBatch, type Table, type TableColumn } from '#domain/tables/table.rules.ts'

type Row = Record<string, string>

const rows: Row[] = [
  {
    Number: '10432',
    'First name': 'Ada',
    'Last name': 'Moss',
    Email: 'ada@example.org',
    Telephone: '+49 30 123456',
    Born: '1985-03-12',
    Street: 'Lindenweg 3',
    Postcode: '10115',
    Town: 'Berlin',
    Membership: 'Ten classes',
    'Paid until': '2027-04-03',
    'Classes left': '6',
    'Newsletter since': '2024-01-01',
    Note: 'Has key 14',
  },
  {
    Number: '10433',
    'First name': 'Otto',
    'Last name': 'Brandt',
    Telephone: '030 654321',
    Membership: 'Monthly',
  },
]

/** A table with the columns that an import knows by name. */
export function exampleTable(): Table {
  const columns: TableColumn<Row>[] = Object.keys(rows[0]!).map((heading) => ({
    heading,
    type: 'text',
    value: (row) => row[heading] ?? '',
  }))
  return describeTable('members-example', columns, oneBatch(rows))
}
