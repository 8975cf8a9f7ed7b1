import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { HomePage } from '../pages/home/HomePage.tsx';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';

const MoviesPage = lazy(() => import('../pages/movies/MoviesPage.tsx'));
const MoviePage = lazy(() => import('../pages/movie/MoviePage.tsx'));
const MyTicketsPage = lazy(() => import('../pages/tickets/MyTicketsPage.tsx'));
const TicketPage = lazy(() => import('../pages/ticket/TicketPage.tsx'));
const TopUpPage = lazy(() => import('../pages/wallet/TopUpPage.tsx'));
const WithdrawPage = lazy(() => import('../pages/wallet/WithdrawPage.tsx'));
const TransactionsPage = lazy(() => import('../pages/transactions/TransactionsPage.tsx'));
const MyInfoPage = lazy(() => import('../pages/myInfo/MyInfoPage.tsx'));
const AboutPage = lazy(() => import('../pages/about/AboutPage.tsx'));
const NotFoundPage = lazy(() => import('../pages/notFound/NotFoundPage.tsx'));

/** The route table (section 2); pages but Home are loaded when they are needed. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path={PATHS.home} element={<HomePage />} />
        <Route path={PATHS.movies} element={<MoviesPage />} />
        <Route path={PATHS.movie} element={<MoviePage />} />
        <Route path={PATHS.myTickets} element={<MyTicketsPage />} />
        <Route path={PATHS.ticket} element={<TicketPage />} />
        <Route path={PATHS.topUp} element={<TopUpPage />} />
        <Route path={PATHS.withdraw} element={<WithdrawPage />} />
        <Route path={PATHS.transactions} element={<TransactionsPage />} />
        <Route path={PATHS.myInfo} element={<MyInfoPage />} />
        <Route path={PATHS.about} element={<AboutPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
