import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { t } from '#messages/t.ts'

type FormProps = { problem: Problem | null; hasPassword: boolean }

/** First step: the password, if the account has one. */
export function BeginSetup({ problem, hasPassword }: FormProps) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <SettingsSection
      heading={t('secondFactorSections.setItUp')}
      note={t('secondFactorSections.anyAuthenticatorAppWith')}
    >
      <CheckedForm problem={problem} message={null} className="stack">
        {hasPassword && <CurrentPassword problem={problem} />}
        <div className="button-row">
          <Button variant="primary" name="intent" value="begin" pending={isSending}>
            {t('secondFactorSections.start')}
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

/** The secret as a QR code, and the field for the first code. */
export function AuthenticatorSetup({ address, problem }: { address: string; problem: Problem | null }) {
  const isSending = useNavigation().formMethod === 'POST'
  const key = new URL(address).searchParams.get('secret') ?? ''
  return (
    <>
      <SettingsSection
        heading={t('secondFactorSections.1ShowThisTo')}
        note={t('secondFactorSections.onlyYourPhoneNeeds')}
      >
        <div>
          <QrCode text={address} name={t('secondFactorSections.keyForYourApp')} />
        </div>
        <p>
          {t('secondFactorSections.onThisPhone')}
          <a href={address}>{t('secondFactorSections.openYourApp')}</a>
          {t('secondFactorSections.orTypeInThis')}
          <br />
          <code className="app-key">{key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </SettingsSection>
      <SettingsSection
        heading={t('secondFactorSections.2EnterTheCode')}
        note={t('secondFactorSections.thereIsANew')}
      >
        <CheckedForm problem={problem} message={null} className="stack">
          <input type="hidden" name="address" value={address} />
          <TextField
            label={t('secondFactorSections.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={fieldMessages(problem).code}
          />
          <div className="button-row">
            <Button variant="primary" name="intent" value="switch-on" pending={isSending}>
              {t('secondFactorSections.turnItOn')}
            </Button>
          </div>
        </CheckedForm>
      </SettingsSection>
    </>
  )
}

/** Recovery codes, shown once: only the response that made them contains them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <SettingsSection
      heading={t('secondFactorSections.yourRecoveryCodes')}
      note={t('secondFactorSections.eachGetsYouIn')}
    >
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <a className="button primary" href={file} download="recovery-codes.txt">
          {t('secondFactorSections.downloadCodes')}
        </a>
        <LinkButton to="/dashboard/profileSettings/account">
          {t('secondFactorSections.iveSavedThem')}
        </LinkButton>
      </div>
    </SettingsSection>
  )
}

/** Renews the recovery codes or turns the second factor off, after password and code. */
export function ChangeSecondFactor({ problem, hasPassword, codesLeft }: FormProps & { codesLeft: number }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <SettingsSection
      heading={t('secondFactorSections.secondFactorIsOn')}
      note={
        codesLeft === 1
          ? t('secondFactorSections.oneRecoveryCodeLeft')
          : t('secondFactorSections.recoveryCodesLeft', { codesLeft })
      }
    >
      <CheckedForm problem={problem} message={null} className="stack">
        {hasPassword && <CurrentPassword problem={problem} />}
        <TextField
          label={t('secondFactorSections.code')}
          aside={t('secondFactorSections.fromYourAppOr')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={fieldMessages(problem).code}
        />
        <div className="button-row">
          <Button name="intent" value="renew" pending={intent === 'renew'}>
            {t('secondFactorSections.getNewRecoveryCodes')}
          </Button>
          <Button variant="delete" name="intent" value="switch-off" pending={intent === 'switch-off'}>
            {t('secondFactorSections.turnItOff')}
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

function CurrentPassword({ problem }: { problem: Problem | null }) {
  return (
    <PasswordField
      label={t('secondFactorSections.currentPassword')}
      name="currentPassword"
      autoComplete="current-password"
      error={fieldMessages(problem).currentPassword}
    />
  )
}
