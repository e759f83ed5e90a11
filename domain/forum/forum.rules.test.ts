import { describe, expect, test } from 'vitest'
import { pageButtons, pageCount, pageNumber, resolveHint } from './forum.rules.ts'

describe('a click told by counts', () => {
  const current = { likes: 5, dislikes: 2 }
  test.each([
    [{ likes: 6, dislikes: 2 }, 'likes'],
    [{ likes: 5, dislikes: 3 }, 'dislikes'],
    [{ likes: 6 }, 'likes'],
    [{ dislikes: 3 }, 'dislikes'],
    [{ likes: 9999, dislikes: 2 }, 'likes'],
    [{ likes: 6, dislikes: 3 }, null],
    [{ likes: 5, dislikes: 2 }, null],
    [{ likes: 5 }, null],
    [{}, null],
  ])('%j is %s', (hint, kind) => expect(resolveHint(current, hint)).toBe(kind))
})

describe('the pages of the forum', () => {
  test.each([
    [0, 1],
    [6, 1],
    [7, 2],
    [20, 4],
  ])('of %s posts are %s', (total, pages) => expect(pageCount(total)).toBe(pages))

  test.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [1, 9, [1, 2, 3, null, 9]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [6, 12, [1, null, 4, 5, 6, 7, 8, null, 12]],
    [12, 12, [1, null, 10, 11, 12]],
    [99, 3, [1, 2, 3]],
  ])('are, on page %s of %s, the buttons %j', (page, count, buttons) =>
    expect(pageButtons(page, count)).toEqual(buttons),
  )

  test.each([
    [null, 1],
    ['', 1],
    ['3', 3],
    ['0', null],
    ['-1', null],
    ['abc', null],
    ['1e9', null],
    ['1.5', null],
    ['99999999', null],
  ])('asked for as %j are number %s', (text, page) => expect(pageNumber(text)).toBe(page))
})
