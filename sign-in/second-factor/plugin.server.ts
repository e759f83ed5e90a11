import { randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'

// of one case, because phones capitalise the first letter; no characters that look alike on paper
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ34679'
const codePart = () => Array.from({ length: 5 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

const library = twoFactor({
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
  backupCodeOptions: {
    customBackupCodesGenerate: () => Array.from({ length: 10 }, () => `${codePart()}-${codePart()}`),
  },
  // accounts that only use Google have no password
  allowPasswordless: true,
  // guesses are limited per browser, so that a stranger cannot lock the owner out
  accountLockout: { enabled: false },
})

/**
 * Better Auth's second factor, also required after Google, because the club cannot know how Google
 * authenticated the person.
 */
export const secondFactorPlugin = {
  ...library,
  hooks: {
    after: library.hooks.after.map((hook) => ({
      ...hook,
      matcher: (context: Parameters<typeof hook.matcher>[0]) =>
        hook.matcher(context) || context.path === '/callback/:id',
    })),
  },
}
