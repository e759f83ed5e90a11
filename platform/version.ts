import project from '../package.json' with { type: 'json' }

/** Which version of the club this is; CHANGELOG.md says what it brought. */
export const { version } = project
