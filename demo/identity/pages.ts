import { html, raw } from 'hono/html'
import type { IdentityPerson } from './people.ts'

type Html = ReturnType<typeof html>

const mark = raw(
  '<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><rect x="1.5" y="1.5" width="25" height="25"/><circle cx="17.5" cy="17.5" r="5.5"/></svg>',
)

const page = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | Demo identity provider</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="identity.css" />
      </head>
      <body>
        <aside>
          <p class="brand">${mark}Stand-in</p>
          <div>
            <p class="display">This is<br />not Google</p>
            <p>
              A real club sends you to Google here. The demo club plays the part itself, with people who do
              not exist.
            </p>
          </div>
          ${mark}
        </aside>
        <main>
          <div>
            <h1>${title}</h1>
            ${content}
          </div>
        </main>
      </body>
    </html> `

const initialsOf = (name: string) => name.replaceAll(/\B\S+|\s/g, '')

/** The page of an authorization request: a form with a button for each person. */
export const choicePage = (people: IdentityPerson[]): Html =>
  page(
    'Who are you today?',
    html`<p>The club asks for your name and email.</p>
      <form method="post">
        <ul>
          ${people.map(
            ({ subject, name, email, note }) =>
              html`<li>
                <button name="person" value="${subject}">
                  <span class="face" aria-hidden="true">${initialsOf(name)}</span>
                  <span><b>${name}</b>, ${email}<br />${note}</span>
                </button>
              </li>`,
          )}
        </ul>
        <button class="back" name="person" value="">Back to the club without signing in</button>
      </form>`,
  )

/** The page for a request that is no sign-in of the club. */
export const invalidRequestPage = (): Html =>
  page(
    'Please start again',
    html`<p>This address does not belong to a sign-in. Start again from the club’s sign-in page.</p>
      <p><a href="/signIn">To the sign-in page</a></p>`,
  )

/** The style sheet, in the club’s colours and with its two fonts, which are given by their addresses. */
export const renderStyles = ([display, text]: readonly string[]) => `@font-face {
  font-family: Archivo;
  src: url('${display}') format('woff2');
  font-weight: 600 900;
  font-stretch: 62% 125%;
}
@font-face {
  font-family: Inter;
  src: url('${text}') format('woff2');
  font-weight: 400 700;
}
:root {
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
p {
  margin: 0;
}
body {
  display: grid;
  grid-template-columns: 1fr 1fr;
  min-height: 100vh;
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 Inter, system-ui, sans-serif;
}
aside {
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  gap: 2rem;
  padding: 2.5rem;
  background: #e6e0d0;
  color: #15140f;
}
aside div p:last-child {
  max-width: 26em;
  margin-top: 1.125rem;
  color: #4d4a43;
}
.brand {
  display: flex;
  align-items: center;
  gap: 0.75rem;
}
.brand,
.display {
  font: 840 1.125rem/1 Archivo, 'Arial Black', system-ui, sans-serif;
  font-stretch: 125%;
  text-transform: uppercase;
}
.display {
  font-size: min(4.25rem, 4.7vw);
  line-height: 0.9;
  letter-spacing: -0.03em;
}
.mark {
  width: min(15rem, 50%);
  fill: none;
  stroke: currentColor;
  stroke-width: 1.4;
  stroke-dasharray: 2.5 1.9;
}
.brand .mark {
  width: 1.75rem;
  stroke-width: 3;
}
main {
  display: grid;
  place-items: center;
  padding: 2.5rem 1rem;
}
main div {
  width: 100%;
  max-width: 30.5rem;
}
main p {
  color: var(--text-2);
}
h1 {
  margin: 0 0 0.75rem;
  font: 760 clamp(1.75rem, 1.4rem + 1.2vw, 2.125rem) / 1.1 Archivo, 'Arial Black', system-ui, sans-serif;
  font-stretch: 112%;
  letter-spacing: -0.03em;
}
ul {
  margin: 1.75rem 0 1rem;
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
  display: flex;
  align-items: center;
  gap: 0.875rem;
  min-height: 2.75rem;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
}
li button {
  width: 100%;
  padding: 0.75rem 1rem;
  font-size: 0.875rem;
}
li button:hover {
  background: var(--sunk);
}
.face {
  display: grid;
  flex: none;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  border: 2px dashed var(--edge);
  border-radius: 50%;
  font-weight: 650;
}
.back,
a {
  color: inherit;
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.22em;
}
:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: -3px;
}
@media (width <= 700px) {
  body {
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
  }
  aside {
    gap: 0.875rem;
    padding: 1.75rem 1rem 1.375rem;
  }
  aside > .mark {
    display: none;
  }
  .display {
    font-size: 2.25rem;
  }
}
`
