import express from 'express'
import pg from 'pg'

// The forum's pages in the common way: a count and an OFFSET.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = express()
app.get('/api/forums', async (request, response) => {
  const size = Math.min(Number(request.query.size ?? 6), 1000)
  const page = Number(request.query.page ?? 0)
  const [{ rows: posts }, { rows: counts }] = await Promise.all([
    pool.query(
      `select posts.id as "_id", caption, likes, dislikes, posts.created_at as date, posts.image_id as image,
        users.name as author, users.email as email
      from posts join users on users.id = posts.author_id join members on members.user_id = posts.author_id
      order by posts.created_at desc, posts.id desc limit $1 offset $2`,
      [size, page * size],
    ),
    pool.query('select count(*)::int as total from posts'),
  ])
  response.json({ posts, totalPosts: counts[0].total })
})
app.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
