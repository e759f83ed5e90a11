import { TextArea, TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'
import type { SettingsFormValues } from './settings-from-form.ts'

type Props = { settings: SettingsFormValues; errors: FieldErrors }

/** Texts of the home page: over the pictures, the three points, the services. */
export function HomePageSettings({ settings, errors }: Props) {
  return (
    <>
      <SettingsSection
        heading={t('homePageSettings.firstPage')}
        note={t('homePageSettings.overTheThreePictures')}
      >
        {settings.headlines.map((headline, index) => (
          <LinePair
            key={index}
            first={{
              label: t('homePageSettings.headline', { index: index + 1 }),
              name: 'headlines',
              value: headline,
            }}
            second={{
              label: t('homePageSettings.lineUnderIt'),
              name: 'taglines',
              value: settings.taglines[index] ?? '',
            }}
            index={index}
            errors={errors}
          />
        ))}
      </SettingsSection>
      <SettingsSection heading={t('homePageSettings.threePoints')} note={t('homePageSettings.whatTheClubIs')}>
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
        heading={t('homePageSettings.services')}
        note={t('homePageSettings.eachUnderItsPoster')}
      >
        {settings.serviceNames.map((name, index) => (
          <LinePair
            key={index}
            first={{
              label: t('homePageSettings.service', { index: index + 1 }),
              name: 'serviceNames',
              value: name,
            }}
            second={{
              label: t('homePageSettings.lineUnderIt'),
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
