import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { t } from '#messages/t.ts'

type Props = {
  bookingId: string
  slot: string
  /** Whether the hold renews the member's own month. */
  isRenewal?: boolean
  className?: string
}

/** Releases an unpaid hold, after a confirmation. */
export function ReleaseHold({
  bookingId,
  slot,
  isRenewal = false,
  className = 'text-button above-2',
}: Props) {
  const { formAction, state } = useNavigation()
  const action = `/bookings/${bookingId}/letGo`
  const id = `let-go-${bookingId}`
  return (
    <>
      <ModalTrigger opens={id} className={className}>
        {t('releaseHold.letThisHourGo')}
      </ModalTrigger>
      <ConfirmDialog
        id={id}
        heading={t('releaseHold.letThisHourGo2')}
        text={t('releaseHold.youHaventBeenCharged', {
          isRenewal: isRenewal
            ? t('releaseHold.youStillComeFirst')
            : t('releaseHold.isThenFreeFor', { slot }),
        })}
        cancel={t('releaseHold.keepIt')}
        action={
          <Form method="post" action={action}>
            <Button variant="danger" pending={state !== 'idle' && formAction === action}>
              {t('releaseHold.yesLetItGo')}
            </Button>
          </Form>
        }
      />
    </>
  )
}
