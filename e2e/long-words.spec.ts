import { expectNoSidewaysScroll, test } from './club.ts'
import { query } from './database.ts'

test('a class whose title is one long word stays within its page and its cards', async ({ page }) => {
  const [made] = await query<{ id: string }>(
    `insert into classes (title, description, image_id, trainer_id)
      select 'Rückenschulungsintensivwochenende', description, image_id, trainer_id from classes limit 1 returning id`,
  )
  try {
    for (const path of [`/classes/${made?.id}`, '/classes', '/']) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
  } finally {
    await query('delete from classes where id = $1', [made?.id])
  }
})
