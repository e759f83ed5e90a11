import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { serializeLanguage } from '#app/frame/language.server.ts'
import { chooseLanguage } from '#domain/members/language.server.ts'
import { splitLanguage } from '#messages/languages.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/language.ts'

/** Stores the language in a cookie, and in the account of a signed-in person. Redirects to the same page in it. */
export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const language = await chooseLanguage(actor, form.get('value'))
  const from = splitLanguage(safeReturnPath(form.get('from'))).path
  const isOwn = language === page.club.languages[0]
  const address = isOwn ? from : `/${language}${from === '/' ? '' : from}`
  return redirect(address, { headers: { 'Set-Cookie': serializeLanguage(language) } })
})

export const loader = () => redirect('/')
