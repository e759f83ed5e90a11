import { expect, test } from 'vitest'
import { visiblePages } from './pagination.tsx'

test.each([
  [1, 1, [1]],
  [2, 4, [1, 2, 3, 4]],
  [3, 6, [1, 2, 3, 4, 5, 6]],
  [1, 20, [1, 2, null, 20]],
  [3, 20, [1, 2, 3, 4, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [20, 20, [1, null, 19, 20]],
])('on page %s of %s stand the buttons %j', (page, count, buttons) =>
  expect(visiblePages(page, count)).toEqual(buttons),
)
