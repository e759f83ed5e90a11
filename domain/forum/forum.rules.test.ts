import { describe, expect, test } from 'vitest'
import { pageCount, parsePageNumber, resolveHint } from './forum.rules.ts'

describe('optimistic click count', () => {
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

describe('forum page numbers', () => {
  test.each([
    [0, 1],
    [6, 1],
    [7, 2],
    [20, 4],
  ])('of %s posts are %s', (total, pages) => expect(pageCount(total)).toBe(pages))

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
  ])('asked for as %j are number %s', (text, page) => expect(parsePageNumber(text)).toBe(page))
})
