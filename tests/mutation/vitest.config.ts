import { defineConfig } from 'vitest/config'
import { everyRun, withDatabase } from '../../vitest.config.ts'

// The tests that run against a mutant: the ones beside the code. tests/proof and tests/pages take
// minutes, which is too long for each mutant.
const include = ['{api,app,demo/identity,domain,sign-in}/**/*.test.ts']

export default defineConfig({ test: { ...everyRun, ...withDatabase, include } })
