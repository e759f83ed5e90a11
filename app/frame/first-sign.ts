const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const

/** Resolves with the first sign of somebody at the page: they move, touch, scroll or press a key. */
export function firstSign(): Promise<void> {
  return new Promise((resolve) => {
    const come = () => {
      for (const sign of signs) removeEventListener(sign, come, true)
      resolve()
    }
    for (const sign of signs) addEventListener(sign, come, { capture: true, passive: true })
  })
}
