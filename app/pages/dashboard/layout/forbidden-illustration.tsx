/** Two courts with a net between them: the ink dot is on the near side, the others on the far one. */
export function ForbiddenIllustration() {
  return (
    <svg
      className="illustration"
      viewBox="0 0 1440 780"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g className="lines clay-line">
        <path d="M1064 -40V820" />
        <path d="M1064 150H1480M1064 630H1480M1250 150V630" />
        <circle cx="1064" cy="390" r="118" />
      </g>
      <path className="lines ink-line" d="M1064 -40V820" strokeDasharray="16 16" />
      <circle className="ink-dot" cx="946" cy="622" r="70" />
      <circle className="clay-dot" cx="1322" cy="270" r="26" />
      <circle className="clay-dot" cx="1378" cy="520" r="26" />
      <circle className="clay-dot" cx="1180" cy="560" r="26" />
    </svg>
  )
}
