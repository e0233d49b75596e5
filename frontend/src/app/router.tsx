import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { routes } from '../lib/paths';
import { NotFound } from '../ui/layout/not-found';
import { RequireAdmin, RequireSession } from './guards';
import { HomePage } from './home-page';
import { Layout } from './layout';

// Home is in the first bundle, because most visits start there. Every other screen is fetched when
// it is first opened.
const SigninPage = lazy(async () => ({
  default: (await import('../features/accounts/signin-page')).SigninPage,
}));
const SignupPage = lazy(async () => ({
  default: (await import('../features/accounts/signup-page')).SignupPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('../features/accounts/reset-password-page')).ResetPasswordPage,
}));
const PortfolioPage = lazy(async () => ({
  default: (await import('../features/static-pages/portfolio-page')).PortfolioPage,
}));
const BlogsPage = lazy(async () => ({
  default: (await import('../features/static-pages/blogs-page')).BlogsPage,
}));
const ShopPage = lazy(async () => ({
  default: (await import('../features/catalogue/shop-page')).ShopPage,
}));
const PartPage = lazy(async () => ({
  default: (await import('../features/catalogue/part-page')).PartPage,
}));
const CouponPage = lazy(async () => ({
  default: (await import('../features/newsletter/coupon-page')).CouponPage,
}));
const UnsubscribePage = lazy(async () => ({
  default: (await import('../features/newsletter/unsubscribe-page')).UnsubscribePage,
}));
const PurchasePage = lazy(async () => ({
  default: (await import('../features/orders/purchase/purchase-page')).PurchasePage,
}));
const PaymentPage = lazy(async () => ({
  default: (await import('../features/payments/payment-page')).PaymentPage,
}));
const Dashboard = lazy(async () => ({
  default: (await import('./dashboard/dashboard')).Dashboard,
}));
const DashboardHome = lazy(async () => ({
  default: (await import('./dashboard/dashboard-home')).DashboardHome,
}));
const ManageOrdersPage = lazy(async () => ({
  default: (await import('../features/orders/manage/manage-orders-page')).ManageOrdersPage,
}));
const ReviewScreen = lazy(async () => ({
  default: (await import('./dashboard/review-screen')).ReviewScreen,
}));
const ProfilePage = lazy(async () => ({
  default: (await import('../features/accounts/profile-page')).ProfilePage,
}));
const MakeAdminPage = lazy(async () => ({
  default: (await import('../features/accounts/manage/make-admin-page')).MakeAdminPage,
}));
const AddProductPage = lazy(async () => ({
  default: (await import('../features/catalogue/manage/add-product-page')).AddProductPage,
}));
const ManageProductsPage = lazy(async () => ({
  default: (await import('../features/catalogue/manage/manage-products-page')).ManageProductsPage,
}));
const EditProductPage = lazy(async () => ({
  default: (await import('../features/catalogue/manage/edit-product-page')).EditProductPage,
}));
const CataloguePage = lazy(async () => ({
  default: (await import('../features/catalogue/manage/catalogue-page')).CataloguePage,
}));
const AuditPage = lazy(async () => ({
  default: (await import('../features/audit/audit-page')).AuditPage,
}));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={routes.home} element={<HomePage />} />
        <Route path={routes.signIn} element={<SigninPage />} />
        <Route path={routes.signUp} element={<SignupPage />} />
        <Route path={routes.resetPassword} element={<ResetPasswordPage />} />
        <Route path={routes.portfolio} element={<PortfolioPage />} />
        <Route path={routes.blogs} element={<BlogsPage />} />
        <Route path={routes.shop} element={<ShopPage />} />
        <Route path={routes.part} element={<PartPage />} />
        <Route path={routes.coupon} element={<CouponPage />} />
        <Route path={routes.unsubscribe} element={<UnsubscribePage />} />
        <Route element={<RequireSession />}>
          <Route path={routes.purchase} element={<PurchasePage />} />
          <Route path={routes.payment} element={<PaymentPage />} />
          <Route path={routes.dashboard} element={<Dashboard />}>
            <Route index element={<DashboardHome />} />
            <Route path={routes.review} element={<ReviewScreen />} />
            <Route path={routes.profile} element={<ProfilePage />} />
            <Route element={<RequireAdmin />}>
              <Route path={routes.users} element={<MakeAdminPage />} />
              <Route path={routes.manageOrders} element={<ManageOrdersPage />} />
              <Route path={routes.addProduct} element={<AddProductPage />} />
              <Route path={routes.manageProducts} element={<ManageProductsPage />} />
              <Route path={routes.editProduct} element={<EditProductPage />} />
              <Route path={routes.catalogue} element={<CataloguePage />} />
              <Route path={routes.auditLog} element={<AuditPage />} />
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
