import { demoEmails } from '#sign-in/demo/demo-accounts.rules.ts'
import { medianBy } from './median.ts'
import { startClub } from './servers.ts'

const rounds = 200
const kinds = ['an account', 'no account', 'no account, again'] as const
type Medians = Record<(typeof kinds)[number], number>

/**
 * Milliseconds of a password reset request, for addresses with an account and for unknown ones. Unknown ones are
 * measured twice: their difference is the noise of the machine.
 */
export async function measurePasswordReset(): Promise<Medians> {
  const club = await startClub()
  const times = { 'an account': [], 'no account': [], 'no account, again': [] } as Record<string, number[]>
  try {
    for (let turn = -20; turn < rounds; turn += 1)
      // each is first in a third of the rounds, because one may slow down the next
      for (const kind of [...kinds.slice(turn % 3), ...kinds.slice(0, turn % 3)]) {
        const known = demoEmails[Math.abs(turn) % demoEmails.length] ?? ''
        const took = await requestPasswordReset(
          club.url,
          kind === 'an account' ? known : `${kind.length}-${turn}@club.example`,
        )
        if (turn >= 0) times[kind]?.push(took)
      }
  } finally {
    await club.stop()
  }
  const median = (kind: string) => medianBy(times[kind] ?? [], (time) => time)
  return Object.fromEntries(kinds.map((kind) => [kind, median(kind)])) as Medians
}

async function requestPasswordReset(url: string, email: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/forgottenPassword`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url },
    body: new URLSearchParams({ email }),
  })
  await answer.arrayBuffer()
  if (answer.status !== 302) throw new Error(`Asking for a new password answered ${answer.status}.`)
  return performance.now() - began
}

export function passwordResetTable(medians: Medians): string {
  const other = medians['no account']
  return [
    `Median of ${rounds} each, alternating.`,
    '',
    '| An address with | Response | Ratio |',
    '|---|---:|---:|',
    ...kinds.map(
      (kind) => `| ${kind} | ${medians[kind].toFixed(2)} ms | ${(medians[kind] / other).toFixed(2)} |`,
    ),
  ].join('\n')
}
