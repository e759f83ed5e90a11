/** The first tab stop: jumps past the menus. */
export function SkipLink() {
  return (
    <a className="skip-link button solid" href="#content">
      Skip to content
    </a>
  )
}
