import { randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'

// none that looks like another when it is copied from paper
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
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
  // who only comes by Google has no password to give
  allowPasswordless: true,
  // guesses are counted as those at passwords are, so that nobody locks the owner out of a browser that is known
  accountLockout: { enabled: false },
})

/** The library's second factor, asked for after Google too: how Google let somebody in it does not tell. */
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
