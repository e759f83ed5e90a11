import { Check, X } from 'lucide'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { skillName } from '#app/components/skill-name.ts'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { Field } from '#app/forms/field.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'

const maxOwnSkills = bounds.ownSkills.most

type Props = { chosen: readonly string[]; error?: string }

/**
 * Five predefined skills, and a field for others. Without scripts they are separated by commas; with scripts
 * each becomes a removable tag.
 */
export function SkillsField({ chosen, error }: Props) {
  const [ownSkills, setOwnSkills] = useState(chosen.filter((skill) => !isKnown(skill)))
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const add = () => {
    const added = splitSkills(input.current?.value ?? '').filter((skill) => !isKnown(skill))
    setOwnSkills([...new Set([...ownSkills, ...added])].slice(0, maxOwnSkills))
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <>
      <div className="checks">
        {texts.skills.map((skill) => (
          <label className="check" key={skill}>
            <input type="checkbox" name="skills" value={skill} defaultChecked={chosen.includes(skill)} />
            <span className="box" aria-hidden="true">
              <Icon of={Check} />
            </span>
            <span>{skillName(skill)}</span>
          </label>
        ))}
      </div>
      <Field
        className="above-4"
        label={t('skillsField.yourOwnSkills')}
        aside={hydrated ? t('skillsField.upToTen') : t('skillsField.upToTenSeparated')}
        error={error}
      >
        {(control) => (
          <div className="with-button">
            <input
              {...control}
              ref={input}
              className="input"
              name="ownSkills"
              maxLength={700}
              autoComplete="off"
              onKeyDown={onKeyDown}
            />
            <button
              type="button"
              className="button"
              disabled={!hydrated || ownSkills.length >= maxOwnSkills}
              onClick={add}
            >
              {t('skillsField.add')}
            </button>
          </div>
        )}
      </Field>
      {ownSkills.length > 0 && (
        <ul className="tags above-3" aria-label={t('skillsField.yourOwnSkills')}>
          {ownSkills.map((skill) => (
            <li className="removable" key={skill}>
              <input type="hidden" name="skills" value={skill} />
              {skillName(skill)}
              <button
                type="button"
                aria-label={t('skillsField.remove', { skill })}
                onClick={() => {
                  setOwnSkills(ownSkills.filter((each) => each !== skill))
                  input.current?.focus()
                }}
              >
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isKnown = (skill: string) => texts.skills.some((known) => known === skill)

/** Splits a text at commas. */
export function splitSkills(text: string): string[] {
  return text
    .split(',')
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '')
}
