import { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'

export const app = new Hono()
const handler = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)
app.all('*', (c) => handler(c.req.raw, new RouterContextProvider()))
