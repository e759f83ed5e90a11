import { html } from 'hono/html'
import type { CallDefinition, Contract } from '#api/contract.ts'
import { refusalsOf, refusalDescriptions, describeAccess } from './openapi.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
type Operation = {
  description: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  info: { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const escapeHtml = (text: unknown) => html`${String(text)}`.toString()
/** Escapes text and renders `code` in backticks. */
const renderProse = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const renderJson = (value: unknown) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`
const groupId = (name: string) => `group-${escapeHtml(name).replaceAll(' ', '-')}`
const shapeId = (name: string) => `shape-${name}`

/**
 * Renders the reference of a contract as HTML without scripts: every call with its fields, examples and
 * refusals.
 */
export function renderReferencePage(
  contract: Contract,
  others: readonly Contract[],
  described: unknown,
  clubName: string,
): string {
  const document = described as Document
  const groups = [...Map.groupBy(contract.calls, (call) => call.group)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(clubName)} | ${escapeHtml(contract.title)}</title>
<meta name="description" content="Every call of the club’s REST API, with fields, examples and refusals.">
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/api-reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<header><p><a class="brand" href="/">${escapeHtml(clubName)}</a></p><p>${others.map(({ referencePath, title }) => `<a href="/api${referencePath}/docs">${escapeHtml(title)}</a>, `).join('')}<a href="/api${contract.referencePath}/openapi.json">OpenAPI 3.1 document</a></p></header>
<div class="page">
<nav aria-label="Calls">${groups.map(([group, calls]) => renderContents(group, calls)).join('')}
<h2>Also here</h2><ul><li><a href="#refusals">Refusals</a></li><li><a href="#shapes">Shapes</a></li></ul></nav>
<main id="main">
<h1>${escapeHtml(document.info.title)}</h1>
<p class="lead">All addresses are below <code>${escapeHtml(document.servers[0]?.url)}</code>. Bodies and answers are JSON.</p>
<p>${renderProse(document.info.description)}</p>
<p>Sign in with <code>POST /api/auth/sign-in/email</code> and keep its cookie; or ask <a href="/api/docs#issueToken">POST /jwt</a> for a token and send it as <code>Authorization: Bearer …</code>. Every answer carries <code>X-Request-Id</code>, to be quoted when something went wrong.</p>
${groups.map(([group, calls]) => renderSection(group, calls, document)).join('\n')}
${renderRefusals()}
${renderShapes(document)}
</main>
</div>
</body>
</html>
`
}

const renderContents = (group: string, calls: CallDefinition[]) => `
<h2>${escapeHtml(group)}</h2><ul>${calls
  .map(({ name, method, path }) => `<li><a href="#${name}"><b>${method}</b> ${escapeHtml(path)}</a></li>`)
  .join('')}</ul>`

const renderSection = (group: string, calls: CallDefinition[], document: Document) => `
<section aria-labelledby="${groupId(group)}"><h2 id="${groupId(group)}">${escapeHtml(group)}</h2>
${calls.map((call) => renderCall(call, document)).join('\n')}
</section>`

function renderCall(call: CallDefinition, { paths }: Document): string {
  const operation = paths[call.path]?.[call.method.toLowerCase()] as Operation
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]
  const answer = operation.responses[200]?.content?.['application/json']
  const { example } = call
  const parameters = operation.parameters.map(({ name, schema, in: place }) =>
    renderRow(name, schema, place === 'path'),
  )
  return `<article aria-labelledby="${call.name}">
<h3 id="${call.name}"><span class="method">${call.method}</span> <code>${escapeHtml(call.path)}</code></h3>
<p class="summary">${renderProse(call.summary)}.</p>
<p>${renderProse(operation.description)}</p>
${parameters.length > 0 ? renderTable('In the address', parameters) : ''}
${body ? renderTable(call.upload ? 'Form' : 'Body', renderRows(body.schema)) : ''}
${example.body === undefined ? '' : `<h4>Example</h4>${renderJson(example.body)}`}
<h4>Answer: ${answer ? renderType(answer.schema) : ''}</h4>
${answer && !schemaName(answer.schema) && answer.schema.properties ? renderTable('Fields', renderRows(answer.schema)) : ''}
${renderJson(example.answer)}
<p class="note">Refused with ${refusalsOf(call)
    .map((status) => `<a href="#refusal-${status}">${status}</a>`)
    .join(', ')}.${call.access === 'everyone' ? '' : ` ${describeAccess(call)}`}</p>
</article>`
}

const renderTable = (caption: string, content: string[]) => `<div class="scroll" tabindex="0"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${content.join('')}</tbody></table></div>`

function renderRows(schema: Schema, before = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false
    const own = renderRow(before + name, field, required)
    return field.properties ? [own, ...renderRows(field, `${before}${name}.`)] : [own]
  })
}

const renderRow = (name: string, field: Schema, required: boolean) =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${renderType(field)}</td><td>${[
    required ? 'Required.' : '',
    renderBounds(field),
    renderProse(field.description ?? ''),
  ]
    .filter(Boolean)
    .join(' ')}</td></tr>`

const schemaName = (schema: Schema) => schema.$ref?.split('/').at(-1)

function renderType(schema: Schema): string {
  const name = schemaName(schema)
  if (name) return `<a href="#${shapeId(name)}">${escapeHtml(name)}</a>`
  if (schema.items) return `list of ${renderType(schema.items)}`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(renderType))].join(' or ')
  if (schema.enum)
    return schema.enum.map((each) => `<code>${escapeHtml(JSON.stringify(each))}</code>`).join(', ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  return escapeHtml(schema.format ? `${type} (${schema.format})` : type)
}

function renderBounds({ minimum, maximum, minLength, maxLength, format }: Schema): string {
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (minimum !== undefined && most) return `From ${minimum} to ${maximum}.`
  if (maxLength !== undefined && !format)
    return `${minLength ? `${minLength} to` : 'At most'} ${maxLength} characters.`
  return ''
}

const renderRefusals = () => `<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2>
<dl>${Object.entries(refusalDescriptions)
  .map(([status, words]) => `<dt id="refusal-${status}">${status}</dt><dd>${renderProse(words)}</dd>`)
  .join('')}</dl></section>`

const renderShapes = ({
  components,
}: Document) => `<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) =>
      `<h3 id="${shapeId(name)}">${escapeHtml(name)}</h3>${renderTable('Fields', renderRows(schema))}`,
  )
  .join('\n')}
</section>`
