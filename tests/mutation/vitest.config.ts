import { defineConfig } from 'vitest/config'
import { everyRun } from '../../vitest.config.ts'

// The tests that a mutant has to get past: those of the club's rules and of the two ways to them. The crashes
// of tests/proof and the people of tests/pages take minutes, which is too long to ask them of each mutant.
const include = ['{api,app,demo/identity,domain,sign-in}/**/*.test.ts']

export default defineConfig({ test: { ...everyRun, include } })
