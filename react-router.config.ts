import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // the map of all pages is a few kilobytes, kept for good; asking for it link by link is a request a page
  routeDiscovery: { mode: 'initial' },
} satisfies Config
