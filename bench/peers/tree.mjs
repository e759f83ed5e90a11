import { parse } from 'parse5'

/** React's names of attributes that differ from HTML. */
const names = {
  class: 'className',
  for: 'htmlFor',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  colspan: 'colSpan',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  crossorigin: 'crossOrigin',
  fetchpriority: 'fetchPriority',
  novalidate: 'noValidate',
  charset: 'charSet',
  enctype: 'encType',
  datetime: 'dateTime',
  formaction: 'formAction',
  readonly: 'readOnly',
}
const camelCase = (name) =>
  name.startsWith('data-') || name.startsWith('aria-')
    ? name
    : (names[name] ?? name.replace(/[-:](\w)/g, (_, letter) => letter.toUpperCase()))

/** The elements of an HTML page as [name, attributes, ...children], without scripts. */
export function treeOf(html) {
  return nodeOf(parse(html).childNodes.find(({ nodeName }) => nodeName === 'html'))
}

function nodeOf({ nodeName, tagName, value, attrs = [], childNodes = [] }) {
  if (nodeName === '#text') return value
  const attributes = Object.fromEntries(
    attrs.filter(isKept).map((each) => [camelCase(each.name), valueOf(each)]),
  )
  return [tagName, attributes, ...childNodes.filter(isShown).map(nodeOf)]
}

const isKept = ({ name }) => !name.startsWith('on') && name !== 'nonce'
const isShown = ({ nodeName }) => !['script', '#comment', 'template', 'noscript'].includes(nodeName)

function valueOf({ name, value }) {
  if (name === 'style')
    return Object.fromEntries(
      value
        .split(';')
        .filter(Boolean)
        .map((each) => {
          const [property, ...rest] = each.split(':')
          const known = property.trim()
          return [known.startsWith('--') ? known : camelCase(known), rest.join(':').trim()]
        }),
    )
  return value === '' ? true : value
}
