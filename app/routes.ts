import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The site map, one line for each screen, grouped by audience.
export default [
  layout('frame/public-route.tsx', [
    index('pages/home/home.tsx'),
    route('gallery', 'pages/gallery/gallery.tsx'),
    route('classes', 'pages/classes/classes.tsx'),
    route('classes/:id', 'pages/classes/class.tsx'),
    route('forums', 'pages/forum/forums.tsx'),
    route('reportPost/:id', 'pages/forum/report-post.tsx'),
    route('mailbox', 'pages/mailbox/mailbox.tsx'),
    route('confirmLetter', 'pages/letter/confirm-letter.tsx'),
    route('unsubscribe', 'pages/letter/unsubscribe.tsx'),
    route('beTrainer', 'pages/trainers/become-trainer.tsx'),
    route('myProfile', 'pages/account/my-profile.tsx'),
    // a redirect for old links
    route('class', 'pages/classes/redirect-old-path.ts'),
    route('trainers', 'pages/trainers/trainers.tsx'),
    route('trainers/:id', 'pages/trainers/trainer.tsx'),
    route('hours', 'pages/hours/hours.tsx'),
    route('trainerBooked/:id', 'pages/bookings/trainer-booked.tsx'),

    route('firstAdmin/:code', 'pages/account/first-admin.tsx'),

    // pages of the footer
    route('fitness-resources', 'pages/info/fitness-resources.tsx'),
    route('wellness-blog', 'pages/info/wellness-blog.tsx'),
    route('membership-plans', 'pages/info/membership-plans.tsx'),
    route('nutrition', 'pages/info/nutrition.tsx'),
    route('about', 'pages/info/about.tsx'),
    route('contact', 'pages/info/contact.tsx'),
    route('terms', 'pages/info/terms.tsx'),
    route('privacy', 'pages/info/privacy.tsx'),
    route('cookies', 'pages/info/cookies.tsx'),

    route('*', 'pages/not-found.tsx'),
  ]),

  // standalone pages
  route('signIn', 'pages/account/sign-in.tsx'),
  route('signIn/code', 'pages/account/sign-in-code.tsx'),
  route('signUp', 'pages/account/sign-up.tsx'),
  route('forgottenPassword', 'pages/account/forgotten-password.tsx'),
  route('newPassword', 'pages/account/new-password.tsx'),
  route('confirmAddress', 'pages/account/confirm-address.tsx'),
  route('askToConfirm', 'pages/account/resend-confirmation.ts'),
  route('signOut', 'pages/account/sign-out.ts'),
  route('theme', 'pages/theme.ts'),

  route('mailbox/:id', 'pages/mailbox/letter-html.ts'),

  // for machines
  route('robots.txt', 'pages/seo/robots.ts'),
  route('sitemap.xml', 'pages/seo/sitemap.ts'),
  route('manifest.webmanifest', 'pages/seo/manifest.ts'),
  route('favicon.ico', 'pages/seo/favicon.ts'),

  // for signed-in people; each page checks the role itself
  route('dashboard', 'pages/dashboard/layout/dashboard-route.tsx', [
    index('pages/dashboard/today/dashboard-start.tsx'),
    route('find', 'pages/dashboard/find/find.tsx'),
    route('payment/:id', 'pages/bookings/payment.tsx'),
    route('week', 'pages/dashboard/schedule/your-dates.tsx'),
    route('hour/:id', 'pages/dashboard/months/month.tsx'),
    route('closeHour/:id', 'pages/dashboard/months/close-slot.tsx'),
    route('lesson/:id', 'pages/dashboard/schedule/lesson.tsx', [
      route('move', 'pages/dashboard/schedule/move-lesson.tsx'),
    ]),
    route('calendar', 'pages/dashboard/schedule/calendar.tsx'),
    route('makeUp/:id', 'pages/dashboard/schedule/make-up.tsx'),

    route('absences', 'pages/dashboard/absences/absences.tsx'),
    route('notTold', 'pages/dashboard/changes/not-told.tsx'),

    // admins
    route('allSubscribers', 'pages/dashboard/newsletter/all-subscribers.tsx'),
    route('allTrainers', 'pages/dashboard/trainers/all-trainers.tsx'),
    route('appliedTrainers', 'pages/dashboard/trainers/applied-trainers.tsx'),
    route('balance', 'pages/dashboard/money/balance.tsx'),
    route('disputes', 'pages/dashboard/money/disputes.tsx'),
    route('cardPayouts', 'pages/dashboard/money/card-payouts.tsx'),
    route('cardPayouts/:id', 'pages/dashboard/money/card-payout.tsx'),
    route('gallery', 'pages/dashboard/gallery/manage-gallery.tsx'),
    route('closures', 'pages/dashboard/absences/closures.tsx'),
    route('house', 'pages/dashboard/schedule/day-roster.tsx'),
    route('auditLog', 'pages/dashboard/operations/audit-log.tsx'),
    route('members', 'pages/dashboard/members/members.tsx'),
    route('members/:id', 'pages/dashboard/members/member.tsx'),
    route('bookFor/:id', 'pages/dashboard/members/book-for-member.tsx'),
    route('moveMonth/:id', 'pages/dashboard/months/move-month.tsx'),
    route('extendMonth/:id', 'pages/dashboard/months/extend-month.tsx'),
    route('owed/:id', 'pages/dashboard/months/owed-make-ups.tsx'),
    route('expiringMakeUps', 'pages/dashboard/months/expiring-make-ups.tsx'),
    route('reports', 'pages/dashboard/content/reports.tsx'),
    route('takePayment/:id', 'pages/dashboard/desk/take-payment.tsx'),
    route('desk', 'pages/dashboard/desk/desk.tsx'),
    route('cashDay', 'pages/dashboard/desk/cash-day.tsx'),
    route('correctEntry/:id', 'pages/dashboard/desk/correct-entry.tsx'),
    route('takeBackPayout/:id', 'pages/dashboard/money/take-back-payout.tsx'),
    route('takeDown/:kind/:id', 'pages/dashboard/content/take-down.tsx'),
    route('files', 'pages/dashboard/files/files.tsx'),
    route('archive', 'pages/dashboard/money/archive.tsx'),
    route('whatWeOwe', 'pages/dashboard/money/what-we-owe.tsx'),
    route('club', 'pages/dashboard/club/club-settings.tsx'),
    route('club/voices/:id', 'pages/dashboard/club/testimonial.tsx'),
    route('policies', 'pages/dashboard/club/policies.tsx'),
    route('retention', 'pages/dashboard/club/retention.tsx'),
    route('health', 'pages/dashboard/operations/health.tsx'),
    route('backups', 'pages/dashboard/operations/backups.tsx'),
    route('failedJobs', 'pages/dashboard/operations/failed-jobs.tsx'),
    route('mail', 'pages/dashboard/operations/mail-settings.tsx'),
    route('newsletter', 'pages/dashboard/newsletter/newsletters.tsx'),
    route('newsletter/:id', 'pages/dashboard/newsletter/newsletter.tsx'),
    route('undelivered', 'pages/dashboard/operations/undelivered.tsx'),

    // trainers
    route('manageSlots', 'pages/dashboard/slots/manage-slots.tsx'),
    route('covers', 'pages/dashboard/absences/covers.tsx'),
    route('manageMember', 'pages/dashboard/members/manage-member.tsx'),
    route('addNewForum', 'pages/dashboard/content/write-post.tsx'),
    route('addNewClass', 'pages/dashboard/content/write-class.tsx'),

    // every role
    route('activityLog', 'pages/dashboard/activity/activity-log.tsx'),
    route('profileSettings', 'pages/dashboard/account/profile-settings.tsx'),
    route('profileSettings/trainerPage', 'pages/dashboard/account/trainer-page.tsx'),
    route('profileSettings/account', 'pages/dashboard/account/account.tsx'),
    route('profileSettings/secondFactor', 'pages/dashboard/account/second-factor.tsx'),
    route('recommendedClasses', 'pages/dashboard/content/recommended-classes.tsx'),
  ]),
  layout('pages/dashboard/layout/print-route.tsx', [
    route('dashboard/receipt/:id', 'pages/dashboard/money/receipt.tsx'),
    route('dashboard/statement/:id', 'pages/dashboard/money/statement.tsx'),
    route('dashboard/invoices', 'pages/dashboard/money/invoices.tsx'),
  ]),
  route('dashboard/profileSettings/account/my-data.zip', 'pages/dashboard/account/my-data-zip.ts'),
  route('dashboard/newsletter/:id/preview', 'pages/dashboard/newsletter/preview-html.ts'),
  route('dashboard/files/:file', 'pages/dashboard/files/table-file.ts'),
  route('dashboard/archive/:month.zip', 'pages/dashboard/money/archive-file.ts'),
  route('dashboard/receipt/:id/:invoice', 'pages/dashboard/money/invoice-file.ts'),
  route('bookings/:id/letGo', 'pages/bookings/release-hold-action.ts'),
] satisfies RouteConfig
