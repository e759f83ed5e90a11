import { TextArea, TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { bounds } from '#domain/bounds.ts'
import { texts } from '#copy/texts.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import type { SettingsFormValues } from './settings-from-form.ts'

type Props = { settings: SettingsFormValues; errors: FieldErrors }

/** Texts of the home page: over the pictures, the three points, the services. */
export function HomePageSettings({ settings, errors }: Props) {
  return (
    <>
      <SettingsSection
        heading="First page"
        note="Over the three pictures. Leave a headline empty to show just the picture."
      >
        {settings.headlines.map((headline, index) => (
          <LinePair
            key={index}
            first={{ label: `Headline ${index + 1}`, name: 'headlines', value: headline }}
            second={{ label: 'Line under it', name: 'taglines', value: settings.taglines[index] ?? '' }}
            index={index}
            errors={errors}
          />
        ))}
      </SettingsSection>
      <SettingsSection heading="Three points" note="What the club is about. Empty ones are left out.">
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
      </SettingsSection>
      <SettingsSection
        heading="Services"
        note="Each under its poster. Services without a name are left out; with none, so is the section."
      >
        {settings.serviceNames.map((name, index) => (
          <LinePair
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
      </SettingsSection>
    </>
  )
}

type Line = { label: string; name: string; value: string }

function LinePair({
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
