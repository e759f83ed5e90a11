import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { t } from '#messages/t.ts'

/** The progress of a navigation, along the top of the page. */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle'
  const [state, setState] = useState<'idle' | 'running' | 'arrived'>('idle')
  useEffect(() => {
    if (busy) {
      // A fast response needs no bar.
      const timer = setTimeout(() => setState('running'), 120)
      return () => clearTimeout(timer)
    }
    setState((before) => (before === 'running' ? 'arrived' : before))
    const timer = setTimeout(() => setState('idle'), 500)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <>
      <div className={classNames('progress-bar', state !== 'idle' && state)} aria-hidden="true" />
      <span className="visually-hidden" role="status">
        {state === 'running' ? t('navigation.loading') : ''}
      </span>
    </>
  )
}
