export function LogoMark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
      <rect x="1.5" y="1.5" width="25" height="25" fill="none" stroke="currentColor" strokeWidth="3" />
      <circle cx="17.5" cy="17.5" r="5.5" fill="currentColor" />
    </svg>
  )
}
