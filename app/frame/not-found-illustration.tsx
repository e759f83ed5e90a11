const ballPath = [
  [1018, 583],
  [1043, 570],
  [1066, 555],
  [1087, 538],
  [1105, 518],
  [1123, 497],
  [1138, 472],
  [1151, 446],
  [1162, 418],
  [1172, 387],
  [1179, 353],
  [1185, 318],
]

/** The court, with the dot and its trail outside the lines. */
export function NotFoundIllustration() {
  return (
    <svg
      className="illustration"
      viewBox="0 0 1440 780"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g className="lines blush-line">
        <path d="M830 -40V448H1100M1230 448H1500" />
        <circle cx="1230" cy="-10" r="176" />
        <path d="M830 210H1500" />
      </g>
      {ballPath.map(([x, y], index) => (
        <circle key={x} className="blush-dot" cx={x} cy={y} r={8.4 - index * 0.4} />
      ))}
      <g className="ball">
        <circle className="volt-dot" cx="905" cy="622" r="70" />
      </g>
    </svg>
  )
}
