import { EmptyState } from '#app/components/empty-state.tsx'
import { PostCard } from '#app/components/post-card.tsx'
import { SectionHead, SeeAll } from '#app/components/section-head.tsx'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { SectionFailed } from './section-failed.tsx'

type Post = Parameters<typeof PostCard>[0]['post'] & { id: string }

/** The newest posts of the forum; null when they could not be loaded. */
export function LatestPosts({ posts }: { posts: Post[] | null }) {
  return (
    <section className="section section-above">
      <div className="wrap">
        <SectionHead lines={[texts.home.forumPosts]}>
          {posts?.length !== 0 && <SeeAll to="/forums">{texts.home.seeAllPost}</SeeAll>}
        </SectionHead>
        {posts === null && <SectionFailed heading={t('home.failed.posts')} to="/forums" />}
        {posts?.length === 0 && (
          <EmptyState headingLevel={3} heading={t('home.noPosts')}>
            {t('home.noPosts.text')}
          </EmptyState>
        )}
        {posts && posts.length > 0 && (
          <div className="posts">
            {posts.map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
