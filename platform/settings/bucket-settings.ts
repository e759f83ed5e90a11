export type BucketSettings = {
  /** URL of the bucket, such as `https://pictures.s3.eu-central-1.amazonaws.com`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type PictureBucket = BucketSettings & {
  /** The server of pictures: the club, or the bucket itself at URLs signed for some days or public ones. */
  readMode: 'club' | 'signed' | 'public'
  /** Public URL of the bucket, such as that of a CDN. */
  publicUrl: string
}

/** Origin from which browsers read pictures directly, or null. */
export function pictureOriginOf(bucket: PictureBucket | null): string | null {
  if (bucket === null || bucket.readMode === 'club') return null
  return new URL(bucket.readMode === 'public' ? bucket.publicUrl : bucket.url).origin
}

type BucketVariables = Record<string, unknown>
type BucketVariable = 'BUCKET_URL' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'

/** Reads the bucket with this prefix of settings, or null. Adds errors to `problems`. */
export function readBucketSettings(
  given: BucketVariables,
  prefix: 'S3' | 'BACKUP_S3',
  problems: string[],
): BucketSettings | null {
  const read = (name: BucketVariable) => (given[`${prefix}_${name}`] as string | undefined) || null
  const [url, accessKeyId, secretAccessKey] = [
    read('BUCKET_URL'),
    read('ACCESS_KEY_ID'),
    read('SECRET_ACCESS_KEY'),
  ]
  if (url === null && accessKeyId === null && secretAccessKey === null) return null
  if (url === null || accessKeyId === null || secretAccessKey === null) {
    problems.push(
      `${prefix}_BUCKET_URL, ${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY must be given together.`,
    )
    return null
  }
  if (!isBaseUrl(url))
    problems.push(
      `${prefix}_BUCKET_URL must be the address of a bucket, such as https://club.s3.eu-central-1.amazonaws.com.`,
    )
  return { url: url.replace(/\/+$/, ''), region: read('REGION') ?? 'auto', accessKeyId, secretAccessKey }
}

/** Whether names can be appended to the URL. */
const isBaseUrl = (url: string) =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !/[?#]/.test(url)

const isReadMode = (value: string): value is PictureBucket['readMode'] =>
  ['club', 'signed', 'public'].includes(value)

/** Bucket of pictures; null for the disk. */
export function readPictureBucketSettings(
  given: BucketVariables & { S3_READS?: string | undefined; S3_PUBLIC_URL?: string | undefined },
  problems: string[],
): PictureBucket | null {
  const bucket = readBucketSettings(given, 'S3', problems)
  const { S3_READS: readMode = 'club', S3_PUBLIC_URL: publicUrl = bucket?.url ?? '' } = given
  if (!isReadMode(readMode)) problems.push('S3_READS must be club, signed or public.')
  else if (readMode !== 'club' && !given['S3_BUCKET_URL'])
    problems.push('S3_READS is read with S3_BUCKET_URL and its keys only.')
  if (given.S3_PUBLIC_URL && readMode !== 'public')
    problems.push('S3_PUBLIC_URL is read with S3_READS=public only.')
  if (given.S3_PUBLIC_URL && !isBaseUrl(publicUrl))
    problems.push('S3_PUBLIC_URL must be an address such as https://pictures.club.example.')
  return bucket && isReadMode(readMode)
    ? { ...bucket, readMode, publicUrl: publicUrl.replace(/\/+$/, '') }
    : null
}
