import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The project's root folder, from source files and from the bundle. */
export const projectRoot = dirname(findPackageJSON('.', import.meta.url) ?? '.')
