import { html, raw } from 'hono/html'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { letterColumnWidth, letterRenditionWidth, renditionPath } from '#domain/pictures/pictures.rules.ts'
import { currentLanguage, t } from '#messages/t.ts'
import type { LetterBlock, LetterPicture, LetterContent } from './letter.ts'

// Mail programs support tables and inline styles, and some support a style sheet. Letters load nothing
// external, except the picture of a newsletter. Light colours are set on the cells, so that programs
// without style sheets render correctly.

type Html = ReturnType<typeof html>

export const escapeHtml = (text: string) => String(html`${text}`)

const styleSheet = raw(`
.m{background:#f4f1e8}.in{background:#faf9f4}.t{color:#15140f}.s{color:#4d4a43}.n{color:#66635a}.line{border-color:#dcd8cb}.ink{border-color:#15140f}.act{background:#d3f83a;border-color:#15140f}.quiet{border-color:#827e71}
@media (prefers-color-scheme:dark){.m{background:#11100d!important}.in{background:#191814!important}.t{color:#f4f1e8!important}.s{color:#bdb9ad!important}.n{color:#9c988c!important}.line{border-color:#312f29!important}.ink{border-color:#f4f1e8!important}.act{border-color:#d3f83a!important}.quiet a{color:#f4f1e8!important}}
@media (max-width:640px){.pad{padding-left:20px!important;padding-right:20px!important}.out{padding:0!important}.h{font-size:30px!important}.wide{width:100%!important}.box{border-left:0!important;border-right:0!important}}`)

const fontStyle = 'font-family:Helvetica,Arial,sans-serif'

/** Renders the letter as a self-contained HTML document. */
export const renderHtml = (content: LetterContent, club: ClubFacts): string =>
  String(renderDocument(content, club))

function renderDocument(content: LetterContent, club: ClubFacts): Html {
  const callToAction =
    content.button ?? content.paragraphs.find((each) => typeof each !== 'string' && 'label' in each)
  return html`<!doctype html>
    <html lang="${currentLanguage()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${content.subject}</title>
        <style>
          ${styleSheet}
        </style>
      </head>
      <body class="m" style="margin:0;padding:0;background:#f4f1e8">
        ${renderPreheader(content)}
        <table role="presentation" cellpadding="0" cellspacing="0" width="100%" class="m" bgcolor="#f4f1e8">
          <tr>
            <td align="center" class="out" style="padding:32px 16px">
              <table
                role="presentation"
                cellpadding="0"
                cellspacing="0"
                width="600"
                class="in wide box line"
                bgcolor="#faf9f4"
                style="width:600px;max-width:100%;border:1px solid #dcd8cb"
              >
                <tr>
                  <td class="pad" style="padding:24px 40px 22px">${renderHeader(content, club)}</td>
                </tr>
                <tr>
                  <td class="pad" style="padding:0 40px">
                    <div class="ink" style="border-top:4px solid #15140f;font-size:0;line-height:0">
                      &nbsp;
                    </div>
                  </td>
                </tr>
                <tr>
                  <td class="pad" style="padding:32px 40px 12px">
                    <h1
                      class="t h"
                      style="margin:0 0 16px;${fontStyle};font-size:36px;line-height:1.08;letter-spacing:-0.03em;font-weight:bold;text-wrap:balance"
                    >
                      ${content.heading}
                    </h1>
                    ${content.picture ? renderPicture(content.picture, club) : ''}
                    ${content.paragraphs.map((each) => renderBlock(each, content, club, each === callToAction))}
                    ${renderDetails(content.details ?? [])}
                    ${content.button ? renderButton(content.button, club) : ''}
                    ${(content.closing ?? []).map((text) => renderParagraph(escapeHtml(text)))}
                  </td>
                </tr>
                <tr>
                  <td class="pad" style="padding:0 40px 28px">
                    <div class="line" style="border-top:1px solid #dcd8cb;padding-top:18px">
                      ${renderNote(html`${content.footnote}`)}
                      ${content.unsubscribePath ? renderNote(html`<a href="${club.publicUrl + content.unsubscribePath}" class="n" style="color:#66635a">${t('letter.unsubscribe')}</a> ${t('letter.withOneClick')}`) : ''}
                      ${renderNote(html`${senderLine(club)}, <a href="${club.publicUrl}" class="n" style="color:#66635a">${withoutScheme(club.publicUrl)}</a>`)}
                    </div>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
}

const preheaderLength = 110

/**
 * The hidden first line, which inboxes show after the subject: the first paragraph, without the greeting. Invisible
 * characters keep the text after it out of the preview.
 */
function renderPreheader({ paragraphs, heading, hasMarks }: LetterContent): Html {
  const marked = paragraphs.find((each) => typeof each === 'string') ?? heading
  const first = hasMarks ? replaceMarks(marked, plainMarks) : marked
  const greeting = new RegExp(`^${t('letter.greeting')} [^,]+, `)
  const line = first.replace(greeting, '').replace(/\s+/g, ' ')
  const excerpt =
    line.length > preheaderLength ? `${line.slice(0, preheaderLength).replace(/ [^ ]*$/, '')}…` : line
  const sentence = excerpt.charAt(0).toUpperCase() + excerpt.slice(1)
  return html`<div
    style="display:none;mso-hide:all;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden"
  >
    ${sentence}${raw('&#847;&zwnj;&nbsp;'.repeat(80))}
  </div>`
}

/** The club's name, address and telephone, as far as set. */
const senderLine = ({ name, address, telephone }: ClubFacts) =>
  [name, address.replace(/\s*\n\s*/g, ', '), telephone].filter((part) => part !== '').join(', ')

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')

const renderHeader = ({ topic }: LetterContent, { name }: ClubFacts) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%">
    <tr>
      <td width="28">
        <table role="presentation" cellpadding="0" cellspacing="0">
          <tr>
            <td
              class="ink t"
              width="22"
              height="22"
              align="right"
              valign="bottom"
              style="border:3px solid #15140f;width:22px;height:22px;font:bold 26px/18px Arial,sans-serif;padding:0 1px 1px 0"
            >
              &#8226;
            </td>
          </tr>
        </table>
      </td>
      <td
        class="t"
        style="padding-left:12px;${fontStyle};font-size:18px;font-weight:bold;letter-spacing:-0.02em;text-transform:uppercase"
      >
        ${name}
      </td>
      <td class="n" align="right" style="${fontStyle};font-size:13px">${topic}</td>
    </tr>
  </table>`

const renderParagraph = (escaped: string) =>
  html`<p class="s" style="margin:0 0 16px;${fontStyle};font-size:16px;line-height:1.55">
    ${raw(escaped.replaceAll('\n', '<br>'))}
  </p>`

const markPattern = /\*\*(\S(?:[^*\n]*[^\s*])?)\*\*|\[([^\][\n]+)\]\((\/(?![/\\])[^\s()]*)\)/g

type MarkWriter = { bold: (text: string) => string; link: (label: string, path: string) => string }

/** Replaces the marks of a paragraph: bold text and links to the site. Escaped text may be given. */
const replaceMarks = (text: string, { bold, link }: MarkWriter) =>
  text.replace(markPattern, (_, strong?: string, label?: string, path?: string) =>
    strong === undefined ? link(label!, path!) : bold(strong),
  )

const plainMarks: MarkWriter = { bold: (text) => text, link: (label) => label }

const htmlMarks = ({ publicUrl }: ClubFacts): MarkWriter => ({
  bold: (text) => `<b class="t" style="color:#15140f">${text}</b>`,
  link: (label, path) =>
    `<a class="t" style="color:#15140f" href="${escapeHtml(publicUrl)}${path}">${label}</a>`,
})

const textMarks = ({ publicUrl }: ClubFacts): MarkWriter => ({
  bold: (text) => text,
  link: (label, path) => `${label} (${publicUrl}${path})`,
})

function renderBlock(each: LetterBlock, { hasMarks }: LetterContent, club: ClubFacts, isAct: boolean): Html {
  if (typeof each === 'string') {
    const escaped = escapeHtml(each)
    return renderParagraph(hasMarks ? replaceMarks(escaped, htmlMarks(club)) : escaped)
  }
  if ('label' in each) return renderButton({ ...each, isQuiet: !isAct }, club)
  return html`<h2
    class="t"
    style="margin:24px 0 12px;${fontStyle};font-size:20px;line-height:1.2;font-weight:bold"
  >
    ${each.heading}
  </h2>`
}

/**
 * The picture at double resolution. No height is set, so that the alternative text, in the letter's
 * colours, leaves no empty box while pictures are blocked.
 */
function renderPicture({ id, width, altText }: LetterPicture, { publicUrl }: ClubFacts): Html {
  const shownWidth = Math.min(width, letterColumnWidth)
  return html`<img
    src="${publicUrl}${renditionPath(id, letterRenditionWidth(width), 'jpg')}"
    alt="${altText}"
    width="${shownWidth}"
    class="t m"
    style="display:block;width:100%;max-width:${shownWidth}px;height:auto;margin:0 0 24px;${fontStyle};font-size:16px;line-height:1.5;font-weight:bold"
  />`
}

const renderNote = (content: Html) =>
  html`<p class="n" style="margin:0 0 8px;${fontStyle};font-size:13px;line-height:1.5">${content}</p>`

/** Longer names of details take further lines on a phone. */
const longestOnOneLine = 22

function renderDetails(facts: NonNullable<LetterContent['details']>): Html | '' {
  if (facts.length === 0) return ''
  const rows = facts.map(({ name, value, isAmount }, index) => {
    const [line, colour] = index === 0 ? ['ink', '#15140f'] : ['line', '#dcd8cb']
    const cell = `border-top:1px solid ${colour};${fontStyle};line-height:1.4`
    const wrapping = name.length > longestOnOneLine ? '' : ';white-space:nowrap'
    return html`<tr>
      <td
        class="s ${line}"
        style="${cell};padding:11px 16px 11px 0;font-size:14px;vertical-align:baseline${wrapping}"
      >
        ${name}
      </td>
      <td
        class="t ${line}"
        align="right"
        style="${cell};padding:11px 0;font-size:${isAmount ? 24 : 14}px;font-weight:bold;vertical-align:baseline"
      >
        ${value}
      </td>
    </tr>`
  })
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    width="100%"
    style="margin:8px 0 24px;border-collapse:collapse"
  >
    ${rows}
  </table>`
}

// Outlook for Windows draws with Word, which pads cells only; other programs make the whole link clickable.
const wordPadding = 'mso-padding-alt:15px 28px'

function renderButton(
  { label, path, isQuiet }: NonNullable<LetterContent['button']>,
  { publicUrl }: ClubFacts,
): Html {
  const [look, fill] = isQuiet
    ? ['quiet', raw(`style="border:1px solid #827e71;border-radius:4px;${wordPadding}"`)]
    : ['act', raw(`bgcolor="#d3f83a" style="border:1px solid #15140f;border-radius:4px;${wordPadding}"`)]
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    class="wide"
    style="margin:8px 0 24px"
  >
    <tr>
      <td class="${look}" align="center" ${fill}>
        <a
          href="${publicUrl + path}"
          style="display:block;padding:15px 28px;${fontStyle};font-size:16px;font-weight:bold;color:#15140f;text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>`
}

/** Renders the letter as plain text, in the same order. */
export function renderText(content: LetterContent, club: ClubFacts): string {
  const {
    heading,
    picture: shownPicture,
    paragraphs,
    hasMarks,
    details = [],
    button: callToAction,
    closing = [],
    footnote,
    unsubscribePath,
  } = content
  const link = ({ label, path }: { label: string; path: string }) => `${label}:\n${club.publicUrl}${path}`
  return [
    `${heading}\n${'='.repeat([...heading].length)}`,
    shownPicture ? `[${shownPicture.altText}]` : '',
    ...paragraphs.map((each) =>
      typeof each === 'string'
        ? hasMarks
          ? replaceMarks(each, textMarks(club))
          : each
        : 'label' in each
          ? link(each)
          : `${each.heading}\n${'-'.repeat([...each.heading].length)}`,
    ),
    details.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    callToAction ? link(callToAction) : '',
    ...closing,
    '--',
    footnote,
    unsubscribePath ? link({ label: t('letter.unsubscribe'), path: unsubscribePath }) : '',
    `${senderLine(club)}, ${club.publicUrl}`,
    '',
  ]
    .filter((part, index, all) => part !== '' || index === all.length - 1)
    .join('\n\n')
}
