/** The first stop of the keyboard: past the menus, to the page. */
export function SkipLink() {
  return (
    <a className="skip-link button solid" href="#content">
      Skip to the page
    </a>
  )
}
