import { useState, type PointerEvent } from 'react'
import { Button } from '#app/components/button.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { t } from '#messages/t.ts'

const [width, height] = [600, 140]

/** A signature drawn with a finger or a pen, as the path of an SVG. Without scripts there is none. */
export function SignatureField({ name }: { name: string }) {
  const isHydrated = useHydrated()
  const [path, setPath] = useState('')
  const [isDrawing, setDrawing] = useState(false)
  if (!isHydrated) return null
  const add = (event: PointerEvent<SVGSVGElement>, command: 'M' | 'L') => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.round(((event.clientX - box.left) / box.width) * width)
    const y = Math.round(((event.clientY - box.top) / box.height) * height)
    const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
    setPath((drawn) => `${drawn}${command}${within(x, width)} ${within(y, height)}`)
  }
  return (
    <div className="field">
      <span className="label">
        {t('signatureField.yourSignature')}
        <span>{t('signatureField.withAFingerOptional')}</span>
      </span>
      <input type="hidden" name={name} value={path} />
      <div className="signature">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={path === '' ? t('signatureField.roomForASignature') : t('signatureField.yourSignature')}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrawing(true)
            add(event, 'M')
          }}
          onPointerMove={(event) => isDrawing && add(event, 'L')}
          onPointerUp={() => setDrawing(false)}
          onPointerCancel={() => setDrawing(false)}
        >
          <path d={path} />
        </svg>
        {path !== '' && (
          <Button small type="button" onClick={() => setPath('')}>
            {t('signatureField.again')}
          </Button>
        )}
      </div>
    </div>
  )
}
