import { expect, test } from 'vitest'
import { inLanguage } from '#messages/t.ts'
import { skillName } from './skill-name.ts'

test('the five skills of the profile have names in each language, and others are as trainers wrote them', () => {
  const names = () => ['Patience', 'Exercide Physiology', 'Rowing', 'toString'].map(skillName)
  expect(names()).toEqual(['Patience', 'Exercide Physiology', 'Rowing', 'toString'])
  expect(inLanguage('de', names)).toEqual(['Geduld', 'Trainingsphysiologie', 'Rowing', 'toString'])
})
