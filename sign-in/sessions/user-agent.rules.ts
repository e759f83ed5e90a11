import { t } from '#messages/t.ts'

// The first match wins, because browsers also name the ones they descend from.
const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\b(OPR|Opera)/, 'Opera'],
  [/\bSamsungBrowser/, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)/, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)/, 'Chrome'],
  [/\bSafari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Describes a user agent, such as `Firefox on Linux`, or 'A program' if unknown. */
export function deviceName(userAgent: string | null): string {
  const found = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  if (browser === undefined) return system ? t('userAgent.aProgramOn', { system }) : t('userAgent.aProgram')
  return system ? t('userAgent.on', { browser, system }) : browser
}
