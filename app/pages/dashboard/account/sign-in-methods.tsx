import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { NewPasswordField } from '#app/forms/new-password-field.tsx'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { t } from '#messages/t.ts'

/** Changes the password; without one, sends a link that sets it. */
export function PasswordSection({
  isSet,
  sendsMail,
  problem,
}: {
  isSet: boolean
  sendsMail: boolean
  problem: Problem | null
}) {
  const pending = useNavigation().formData?.get('intent') === 'password'
  const errors = fieldMessages(problem)
  if (!isSet)
    return (
      <SettingsSection heading={t('signInMethods.password')} note={t('signInMethods.youDontHaveOne')}>
        {sendsMail ? (
          <Form method="post" preventScrollReset>
            <p>{t('signInMethods.wellSendYouA')}</p>
            <div className="button-row">
              <Button small name="intent" value="set-password">
                {t('signInMethods.sendTheLink')}
              </Button>
            </div>
          </Form>
        ) : (
          <p>{t('signInMethods.askAtTheDesk')}</p>
        )}
      </SettingsSection>
    )
  return (
    <SettingsSection heading={t('signInMethods.password')} note={t('signInMethods.changingItSignsOut')}>
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="password" />
        <PasswordField
          label={t('signInMethods.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <NewPasswordField
          label={t('signInMethods.newPassword')}
          name="newPassword"
          error={errors.newPassword}
        />
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            {t('signInMethods.savePassword')}
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}

/** Connects or disconnects Google; the last way to sign in cannot be removed. */
export function GoogleSection({
  methods,
  isEmailVerified,
}: {
  methods: { password: boolean; google: boolean }
  isEmailVerified: boolean
}) {
  const state = methods.google ? t('signInMethods.connected') : t('signInMethods.notConnected')
  return (
    <SettingsSection heading={t('signInMethods.google')} note={t('signInMethods.signInWithOne')}>
      <ul className="todo">
        <li>
          <div>
            <b>{state}</b>
            {methods.google && !methods.password && <p>{t('signInMethods.itsYourOnlyWay')}</p>}
            {!methods.google && !isEmailVerified && <p>{t('signInMethods.confirmYourAddressFirst')}</p>}
          </div>
          {methods.google ? methods.password && <DisconnectGoogle /> : isEmailVerified && <ConnectGoogle />}
        </li>
      </ul>
    </SettingsSection>
  )
}

function ConnectGoogle() {
  return (
    // the response redirects to another site, which needs a document request
    <Form method="post" reloadDocument className="push-end">
      <input type="hidden" name="intent" value="connect-google" />
      <Button small>{t('signInMethods.connectGoogle')}</Button>
    </Form>
  )
}

function DisconnectGoogle() {
  return (
    <>
      <ModalTrigger opens="disconnect-google" className="button small">
        {t('signInMethods.disconnectGoogle')}
      </ModalTrigger>
      <ConfirmDialog
        id="disconnect-google"
        text={t('signInMethods.afterThatYouCan')}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="disconnect-google" />
            <Button variant="danger">{t('signInMethods.disconnect')}</Button>
          </Form>
        }
        cancel={t('signInMethods.keepIt')}
      />
    </>
  )
}

/** State of the second factor, with a link to its page. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  return (
    <SettingsSection heading={t('signInMethods.secondFactor')} note={t('signInMethods.aCodeFromYour')}>
      <ul className="todo">
        <li>
          <b>{isOn ? t('signInMethods.on') : t('signInMethods.off')}</b>
          <LinkButton small to="/dashboard/profileSettings/secondFactor">
            {isOn ? t('signInMethods.changeIt') : t('signInMethods.setItUp')}
            <span className="visually-hidden">{t('signInMethods.secondFactor2')}</span>
          </LinkButton>
        </li>
      </ul>
    </SettingsSection>
  )
}
