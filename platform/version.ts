import project from '../package.json' with { type: 'json' }

/** The club's version; CHANGELOG.md lists its changes. */
export const { version } = project
