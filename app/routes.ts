import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The site map, one line a screen, grouped by who it is for.
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
    // where older links lead
    route('class', 'pages/classes/old-address.ts'),
    route('trainers', 'pages/trainers/trainers.tsx'),
    route('trainers/:id', 'pages/trainers/trainer.tsx'),
    route('trainerBooked/:id', 'pages/bookings/trainer-booked.tsx'),

    route('firstAdmin/:code', 'pages/account/first-admin.tsx'),

    // what the footer promises
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

  // signing in and up stand alone
  route('signIn', 'pages/account/sign-in.tsx'),
  route('signIn/code', 'pages/account/sign-in-code.tsx'),
  route('signUp', 'pages/account/sign-up.tsx'),
  route('forgottenPassword', 'pages/account/forgotten-password.tsx'),
  route('newPassword', 'pages/account/new-password.tsx'),
  route('confirmAddress', 'pages/account/confirm-address.tsx'),
  route('askToConfirm', 'pages/account/ask-to-confirm.ts'),
  route('signOut', 'pages/account/sign-out.ts'),
  route('theme', 'pages/theme.ts'),

  route('mailbox/:id', 'pages/mailbox/letter.ts'),

  // for machines
  route('robots.txt', 'pages/seo/robots.ts'),
  route('sitemap.xml', 'pages/seo/sitemap.ts'),
  route('manifest.webmanifest', 'pages/seo/manifest.ts'),
  route('favicon.ico', 'pages/seo/favicon.ts'),

  // for people who are signed in; each page asks again whether this role may see it
  route('dashboard', 'pages/dashboard/dashboard-route.tsx', [
    index('pages/dashboard/index.tsx'),
    route('payment/:id', 'pages/bookings/payment.tsx'),
    route('week', 'pages/dashboard/hours/week.tsx'),
    route('hour/:id', 'pages/dashboard/hours/month-page.tsx'),
    route('closeHour/:id', 'pages/dashboard/hours/close-hour.tsx'),
    route('lesson/:id', 'pages/dashboard/hours/lesson.tsx', [
      route('move', 'pages/dashboard/hours/move.tsx'),
    ]),
    route('calendar', 'pages/dashboard/hours/calendar.tsx'),
    route('makeUp/:id', 'pages/dashboard/hours/make-up.tsx'),

    route('absences', 'pages/dashboard/hours/absences.tsx'),

    // admins
    route('allSubscribers', 'pages/dashboard/admin/all-subscribers.tsx'),
    route('allTrainers', 'pages/dashboard/admin/all-trainers.tsx'),
    route('appliedTrainers', 'pages/dashboard/admin/applied-trainers.tsx'),
    route('balance', 'pages/dashboard/admin/balance/balance.tsx'),
    route('gallery', 'pages/dashboard/admin/gallery/manage-gallery.tsx'),
    route('closures', 'pages/dashboard/admin/closures.tsx'),
    route('house', 'pages/dashboard/admin/house.tsx'),
    route('auditLog', 'pages/dashboard/admin/audit-log.tsx'),
    route('members', 'pages/dashboard/admin/members/members.tsx'),
    route('members/:id', 'pages/dashboard/admin/members/member.tsx'),
    route('bookFor/:id', 'pages/dashboard/admin/members/book-for.tsx'),
    route('moveMonth/:id', 'pages/dashboard/admin/members/move-month.tsx'),
    route('extendMonth/:id', 'pages/dashboard/admin/members/extend-month.tsx'),
    route('owed/:id', 'pages/dashboard/admin/members/owed.tsx'),
    route('reports', 'pages/dashboard/admin/reports.tsx'),
    route('takePayment/:id', 'pages/dashboard/admin/desk/take-payment.tsx'),
    route('desk', 'pages/dashboard/admin/desk/desk.tsx'),
    route('takeDown/:kind/:id', 'pages/dashboard/admin/take-down.tsx'),
    route('club', 'pages/dashboard/admin/club/club-settings.tsx'),
    route('club/voices/:id', 'pages/dashboard/admin/club/voice.tsx'),
    route('health', 'pages/dashboard/admin/health.tsx'),
    route('backups', 'pages/dashboard/admin/backups.tsx'),
    route('failedJobs', 'pages/dashboard/admin/failed-jobs.tsx'),
    route('newsletter', 'pages/dashboard/admin/newsletter/newsletters.tsx'),
    route('newsletter/:id', 'pages/dashboard/admin/newsletter/newsletter.tsx'),
    route('undelivered', 'pages/dashboard/admin/undelivered.tsx'),

    // trainers
    route('manageSlots', 'pages/dashboard/trainer/manage-slots.tsx'),
    route('covers', 'pages/dashboard/hours/covers.tsx'),
    route('manageMember', 'pages/dashboard/trainer/manage-member.tsx'),
    route('addNewForum', 'pages/dashboard/compose/add-new-forum.tsx'),
    route('addNewClass', 'pages/dashboard/compose/add-new-class.tsx'),

    // everybody, about themselves
    route('activityLog', 'pages/dashboard/member/activity-log.tsx'),
    route('profileSettings', 'pages/dashboard/member/profile-settings.tsx'),
    route('profileSettings/trainerPage', 'pages/dashboard/trainer/trainer-page.tsx'),
    route('profileSettings/account', 'pages/dashboard/member/account/account.tsx'),
    route('profileSettings/secondFactor', 'pages/dashboard/member/account/second-factor.tsx'),
    route('recommendedClasses', 'pages/dashboard/member/recommended-classes.tsx'),
  ]),
  layout('pages/dashboard/paper-route.tsx', [
    route('dashboard/receipt/:id', 'pages/dashboard/member/receipt.tsx'),
    route('dashboard/statement/:id', 'pages/dashboard/statement/statement.tsx'),
    route('dashboard/invoices', 'pages/dashboard/admin/balance/invoices.tsx'),
  ]),
  route('dashboard/profileSettings/account/my-data.zip', 'pages/dashboard/member/account/my-data-zip.ts'),
  route('dashboard/statement/:id/statement.csv', 'pages/dashboard/statement/statement-csv.ts'),
  route('dashboard/allSubscribers/subscribers.csv', 'pages/dashboard/admin/subscribers-csv.ts'),
  route('dashboard/newsletter/:id/preview', 'pages/dashboard/admin/newsletter/preview.ts'),
  route('dashboard/balance/ledger.csv', 'pages/dashboard/admin/balance/ledger-csv.ts'),
  route('bookings/:id/letGo', 'pages/bookings/let-go-action.ts'),
] satisfies RouteConfig
