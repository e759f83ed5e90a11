import { TextArea, TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { bounds } from '#words/bounds.ts'
import { texts } from '#words/texts.ts'
import { Part } from '#app/pages/dashboard/part.tsx'
import type { TypedSettings } from './settings-form.ts'

type Props = { settings: TypedSettings; errors: FieldErrors }

/** The words of the home page: over the pictures, the three points, the services. */
export function FirstPage({ settings, errors }: Props) {
  return (
    <>
      <Part heading="First page" note="Over the three pictures. A picture may stay without words.">
        {settings.headlines.map((headline, index) => (
          <Pair
            key={index}
            first={{ label: `Headline ${index + 1}`, name: 'headlines', value: headline }}
            second={{ label: 'Line under it', name: 'taglines', value: settings.taglines[index] ?? '' }}
            index={index}
            errors={errors}
          />
        ))}
      </Part>
      <Part heading="Three points" note="Of what the club is about. An empty one is left out.">
        {settings.points.map((point, index) => (
          <TextArea
            key={index}
            label={texts.home.points[index] ?? ''}
            name="points"
            rows={3}
            maxLength={bounds.point.most}
            defaultValue={point}
            error={errors[`points.${index}`]}
          />
        ))}
      </Part>
      <Part
        heading="Services"
        note="Each under its poster. One without a name is left out; without any, the part is."
      >
        {settings.serviceNames.map((name, index) => (
          <Pair
            key={index}
            first={{ label: `Service ${index + 1}`, name: 'serviceNames', value: name }}
            second={{
              label: 'Line under it',
              name: 'serviceLines',
              value: settings.serviceLines[index] ?? '',
            }}
            index={index}
            errors={errors}
          />
        ))}
      </Part>
    </>
  )
}

type Line = { label: string; name: string; value: string }

function Pair({
  first,
  second,
  index,
  errors,
}: {
  first: Line
  second: Line
  index: number
  errors: FieldErrors
}) {
  return (
    <div className="two">
      <TextField
        label={first.label}
        name={first.name}
        maxLength={bounds.headline.most}
        defaultValue={first.value}
        error={errors[`${first.name}.${index}`]}
      />
      <TextField
        label={second.label}
        name={second.name}
        maxLength={bounds.tagline.most}
        defaultValue={second.value}
        error={errors[`${second.name}.${index}`]}
      />
    </div>
  )
}
