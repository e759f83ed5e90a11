import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the project, from its sources and from what is built of them, which lies elsewhere in it. */
export const projectRoot = dirname(findPackageJSON('.', import.meta.url) ?? '.')
