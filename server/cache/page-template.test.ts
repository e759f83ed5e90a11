import { gunzipSync } from 'node:zlib'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hydrationScriptStart, escapeForScript } from '#app/frame/hydration-data.ts'
import { compileTemplate, renderTemplate, type TemplateValues } from './page-template.ts'

const madeUp: TemplateValues = { name: 'w1', email: 'w2', picture: 'w3', colour: 'w4', nonce: 'n5' }
const hostile: TemplateValues = {
  name: `</script><script>alert('1')</script>\u2028"\\u003c$&<!-- é 😀`,
  email: `"'><img src=x onerror=alert(1)>@club.example`,
  picture: `https://face.example/?a="><b>&`,
  colour: `" onload="x`,
  nonce: 'bm9uY2U+/w==',
}
const type = 'text/html; charset=utf-8'

const made = (text: string, contentType = type) => {
  const headers = {
    'Content-Type': contentType,
    'X-Request-Id': '7',
    'Content-Security-Policy': `script-src 'nonce-n5' 'self'`,
  }
  return new Response(text, { headers })
}
const filled = async (text: string, words: TemplateValues, contentType = type) =>
  renderTemplate(await compileTemplate(made(text, contentType), madeUp), words, undefined).body.toString()

/** All the places in which pages write these words, as the club writes them. */
function pageOf({ name, email, picture, colour, nonce }: TemplateValues): string {
  const markup = renderToString(
    h('main', { 'aria-label': `Account of ${name}` }, [
      h('b', { key: 1 }, name),
      h('span', { key: 2 }, email),
      h('source', { key: 3, srcSet: `${picture} 160w, ${picture} 360w` }),
      h('img', { key: 4, src: picture, 'data-colour': colour, loading: 'lazy', alt: '' }),
    ]),
  )
  const data = JSON.stringify(['viewer', { name, email, picture, colour }])
  return `${markup}<script nonce="${nonce}">${hydrationScriptStart}${escapeForScript(data)});</script>`
}

test('hostile words are written into a page as React and the club themselves would write them', async () => {
  expect(await filled(pageOf(madeUp), hostile)).toBe(pageOf(hostile))
})

test('hostile words are written into data as JSON writes them', async () => {
  const { name, email } = madeUp
  const data = await filled(
    JSON.stringify([name, email, `${name} and more`]),
    hostile,
    'text/x-script; charset=utf-8',
  )
  expect(JSON.parse(data)).toEqual([hostile.name, hostile.email, `${hostile.name} and more`])
})

test('the policy names the nonce of this answer, and the number of the request it was made for is not told', async () => {
  const page = await compileTemplate(made(pageOf(madeUp)), madeUp)
  const { headers, body } = renderTemplate(page, hostile, 'gzip, br')
  expect(headers).toContain(`script-src 'nonce-${hostile.nonce}' 'self'`)
  expect(headers.join()).not.toMatch(/request-id/i)
  expect(gunzipSync(body).toString()).toBe(pageOf(hostile))
})

test.each([
  ['in an address', '<a href="/members?of=w1">'],
  ['in another attribute', '<p title="w2">'],
  ['in a style', '<p style="color:w4">'],
  ['as a tag', '<w1>'],
  ['in a script of another kind', '<script>const me = "w1"</script>'],
  ['in facts for machines', '<script type="application/ld+json">{"name":"w1"}</script>'],
  ['where a picture is named in text', '<p>w3</p>'],
  ['without quotation marks', '<img src=w3>'],
])('a page that says who looks %s is not kept', async (_, text) => {
  await expect(compileTemplate(made(`<main>${text}</main>`), madeUp)).rejects.toThrow(
    /where nobody expects it/,
  )
})

test('who has no picture has no words for it', async () => {
  const page = await compileTemplate(made('<b>w1</b>'), { name: 'w1', email: 'w2', picture: '', colour: '' })
  expect(renderTemplate(page, { ...hostile, name: 'Ada' }, undefined).body.toString()).toBe('<b>Ada</b>')
})
