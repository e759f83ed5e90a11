import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_FOLDER ?? 'build',
  ssr: true,
  // what a page does with a form comes with the page: apart it is a hundred bytes, and out of reach when the line is
  splitRouteModules: false,
} satisfies Config
