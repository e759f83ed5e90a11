/** A telephone number that dials when pressed. */
export const TelephoneLink = ({ telephone }: { telephone: string }) => (
  <a className="no-wrap" href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>
    {telephone}
  </a>
)
