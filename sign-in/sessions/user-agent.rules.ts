// The first that fits: browsers name those they descend from as well.
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

/** What a browser calls itself, in words: `Firefox on Linux`; 'A program' for what is no browser we know. */
export function deviceName(userAgent: string | null): string {
  const found = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  if (browser === undefined) return system ? `A program on ${system}` : 'A program'
  return system ? `${browser} on ${system}` : browser
}
