import { expect, test } from 'vitest'
import { wasSuspended } from './device-sleep.ts'

const began = { wall: 1_790_000_000_000, monotonic: 4_000 }
const after = (wall: number, monotonic: number) =>
  wasSuspended(began, { wall: began.wall + wall, monotonic: began.monotonic + monotonic })

test('the time left of a hold is read again after the device slept or its clock was set', () => {
  expect(after(600_000, 1_000)).toBe(true)
  expect(after(-3_600_000, 1_000)).toBe(true)
})

test('the time left of a hold is counted on while the clocks agree, however wrong the device’s time is', () => {
  expect(after(1_000, 1_000)).toBe(false)
  expect(after(900_500, 900_000)).toBe(false)
})
