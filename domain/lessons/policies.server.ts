import type { Transaction } from '#db/client.ts'

/** The club's policies as they are now. Every promise keeps the version that it was made under. */
export const readPolicies = (trx: Transaction) =>
  trx.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()
