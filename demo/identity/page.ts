import { html } from 'hono/html'
import type { IdentityPerson } from './people.ts'

const escaped = (text: string) => html`${text}`.toString()

function page(mount: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} | Demo identity provider</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escaped(mount)}/identity.css">
</head>
<body>
<main>
<p class="label">Demo identity provider – made-up people</p>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}

/** The page on which a visitor chooses who they are, each person a button; works without scripts. */
export function choicePage(mount: string, action: string, people: IdentityPerson[]): string {
  const choices = people.map(
    ({ subject, name, email, note }) => `<li>
<button name="person" value="${escaped(subject)}">
<b>${escaped(name)}</b>
<span>${escaped(email)}</span>
<span class="note">${escaped(note)}</span>
</button>
</li>`,
  )
  return page(
    mount,
    'Who are you today?',
    `<p>In a real club, Google stands here. Nobody below exists; choose any of them.</p>
<form method="post" action="${escaped(action)}">
<ul>
${choices.join('\n')}
</ul>
<button class="back" name="person" value="">Back to the club without signing in</button>
</form>`,
  )
}

/** The page for a visit that cannot go on. */
export function lostPage(mount: string): string {
  return page(
    mount,
    'This visit is over',
    '<p>It took too long, or began in another browser. Start again from the club’s sign-in page.</p>\n<p><a href="/signIn">To the sign-in page</a></p>',
  )
}

/** The club's look in a few lines, in both themes. */
export const styles = `:root {
  color-scheme: light dark;
  --page: #f4f1e8;
  --raised: #faf9f4;
  --sunk: #e9e5d9;
  --text: #15140f;
  --text-2: #4d4a43;
  --edge: #827e71;
  --focus: #15140f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11100d;
    --raised: #191814;
    --sunk: #0b0a08;
    --text: #f4f1e8;
    --text-2: #bdb9ad;
    --edge: #78746a;
    --focus: #d3f83a;
  }
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.55 Inter, system-ui, sans-serif;
}
main {
  max-width: 34rem;
  margin: 0 auto;
  padding: clamp(2rem, 8vw, 6rem) 1rem;
}
.label {
  display: inline-block;
  margin: 0 0 1.5rem;
  padding: 0.25rem 0.625rem;
  border-radius: 2px;
  background: #d3f83a;
  color: #15140f;
  font-size: 0.8125rem;
  font-weight: 600;
}
h1 {
  margin: 0 0 1rem;
  font: 840 clamp(2.25rem, 1.6rem + 3vw, 3.5rem) / 0.95 Archivo, 'Arial Black', system-ui, sans-serif;
  letter-spacing: -0.035em;
}
ul {
  margin: 2rem 0 1.5rem;
  padding: 0;
  list-style: none;
  border: 1px solid var(--edge);
  border-radius: 4px;
  background: var(--raised);
}
li + li {
  border-top: 1px solid var(--edge);
}
button {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.75rem 1rem;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  cursor: pointer;
}
button:hover {
  background: var(--sunk);
}
li button b,
li button span {
  display: block;
  overflow-wrap: anywhere;
}
.note {
  color: var(--text-2);
  font-size: 0.875rem;
}
.back {
  border: 1px solid var(--edge);
  border-radius: 4px;
  text-align: center;
  font-weight: 600;
}
a {
  color: inherit;
}
:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: -3px;
}
`
